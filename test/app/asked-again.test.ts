import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { askOdin, modelAt } from '../support/asking.ts';
import { startModelServer, streamOf, type ModelReply, type ModelServer } from '../support/model-server.ts';

const QUESTION = 'How do I switch key rotation on?';
const TEXT = 'Key rotation is switched on with rotate.on and switched off with rotate.off in the settings file.';
const ON = 'Key rotation is switched on with `rotate.on` [1].';

interface Knowing {
  readonly app: App;
  readonly server: ModelServer;
  change(text: string): void;
  readAgain(): Promise<void>;
}

/** A guild that knows one page, and a model that answers as it is told, request by request. */
async function startKnowing(...replies: readonly ModelReply[]): Promise<Knowing> {
  const server = await startModelServer((_, nth) => replies[nth] ?? replies.at(-1) ?? { stream: streamOf(ON) });
  const app = await startApp({}, { model: modelAt(server) });
  let text = TEXT;
  const html = (): string =>
    `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>${text}</p></main></body></html>`;
  const site = await serve({ '/keys': html });
  const readAgain = async (): Promise<void> => void (await importPages(app, [`${site.origin}/keys`]));
  await readAgain();
  return { app, server, change: (changed) => void (text = changed), readAgain };
}

describe('a question asked again', () => {
  it('is answered as before, without the model, while its sources say the same', async () => {
    const { app, server, change, readAgain } = await startKnowing();
    const first = await askOdin(app, QUESTION);
    const second = await askOdin(app, '  how do I switch KEY rotation on');
    expect(second.answer).toEqual(first.answer);
    expect(server.requests).toHaveLength(1);
    change(`${TEXT} It is off at first.`);
    await readAgain();
    await askOdin(app, QUESTION);
    expect(server.requests).toHaveLength(2);
  });

  it('is not taken for its opposite, however small the word that makes it one', async () => {
    const off = 'Key rotation is switched off with `rotate.off` [1].';
    const { app } = await startKnowing({ stream: streamOf(ON) }, { stream: streamOf(off) });
    await askOdin(app, QUESTION);
    expect((await askOdin(app, 'How do I switch key rotation off?')).answer).toMatchObject({ text: off });
  });

  it('is answered anew where the model failed, or members found the answer bad', async () => {
    const { app, server } = await startKnowing({ status: 401, body: {} }, { stream: streamOf(ON) });
    expect((await askOdin(app, QUESTION)).answer).toMatchObject({ by: 'quotes' });
    const { answer, questionId } = await askOdin(app, QUESTION);
    expect(answer).toMatchObject({ by: 'model' });
    await (await guildOf(app)).rate(questionId, '8', false, app.clock.now());
    await askOdin(app, QUESTION);
    expect(server.requests).toHaveLength(3);
  });

  it('is answered as the team taught meanwhile', async () => {
    const { app } = await startKnowing({ stream: streamOf(ON) }, { stream: streamOf('Ask Odin for it [1].') });
    await askOdin(app, QUESTION);
    const lesson = { question: QUESTION, answer: 'Ask Odin for it.', taughtBy: '5', boundTo: null };
    await (await guildOf(app)).teach({ ...lesson, taughtAt: app.clock.now() });
    expect((await askOdin(app, QUESTION)).answer).toMatchObject({ text: 'Ask Odin for it [1].' });
  });

  it('is not answered with what the same words meant as a follow-up', async () => {
    const { app, server } = await startKnowing();
    const { questionId } = await askOdin(app, QUESTION);
    await askOdin(app, 'where is that switched?', questionId);
    await askOdin(app, 'where is that switched?');
    expect(server.requests.length).toBe(3);
  });
});
