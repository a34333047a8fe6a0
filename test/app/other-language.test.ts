import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { AnswerNews } from '../../src/app/asking.ts';
import { importPages, serve, startApp } from '../support/app.ts';
import { askOdin, modelAt } from '../support/asking.ts';
import {
  startModelServer,
  streamOf,
  type ModelReply,
  type ModelRequest,
  type ModelServer,
} from '../support/model-server.ts';

const TEXT = 'Signing keys are rotated every 90 days by the operator of the vault, who may also do it by hand.';
const GERMAN = 'Wie oft werden die Signaturschlüssel ausgetauscht?';
const ENGLISH = 'How often are signing keys rotated?';
const IN_GERMAN = 'Sie werden vom Betreiber alle 90 Tage ausgetauscht [1].';

interface Knowing {
  readonly app: App;
  readonly server: ModelServer;
}

const isTranslation = ({ prompt }: ModelRequest): boolean => prompt.includes('Translate what');

/** A guild that knows one English page, and a model that translates and answers as it is told. */
async function startKnowing(
  replies: { readonly translation?: ModelReply; readonly answer?: ModelReply },
  { lang = ' lang="en-US"', dailyTokens = 100_000 } = {},
): Promise<Knowing> {
  const { translation = { stream: streamOf(ENGLISH) }, answer = { stream: streamOf(IN_GERMAN) } } = replies;
  const server = await startModelServer((request) => (isTranslation(request) ? translation : answer));
  const app = await startApp({}, { model: { ...modelAt(server), dailyTokens } });
  await readKeys(app, lang);
  return { app, server };
}

async function readKeys(app: App, lang: string): Promise<void> {
  const html = `<html${lang}><head><title>Keys</title></head><body><main><h1>Keys</h1><p>${TEXT}</p></main></body></html>`;
  const site = await serve({ '/keys': html });
  await importPages(app, [`${site.origin}/keys`]);
}

/** The kinds of requests that the model was sent, in order. */
const kindsOf = ({ requests }: ModelServer): readonly string[] =>
  requests.map((request) => (isTranslation(request) ? 'translation' : 'answer'));

describe('a question in another language than the pages', () => {
  it.each([
    ['give their language', ' lang="en-US"'],
    ['do not give it', ''],
  ])('is searched in theirs, too, and answered in its own; where pages %s', async (_, lang) => {
    const { app, server } = await startKnowing({}, { lang });
    const { answer } = await askOdin(app, GERMAN);
    expect(answer).toMatchObject({ kind: 'answered', by: 'model', text: IN_GERMAN });
    expect(kindsOf(server)).toEqual(['translation', 'answer']);
    expect(server.requests[0]?.prompt).toContain('into English');
    expect(server.requests[0]?.prompt).not.toContain('vault');
    expect(server.requests[1]?.prompt).not.toContain(ENGLISH);
  });

  it('is translated once, however often it is asked', async () => {
    const { app, server } = await startKnowing({ answer: { status: 500, body: {} } });
    const first = await askOdin(app, GERMAN);
    expect(first.answer).toMatchObject({ by: 'quotes', text: expect.stringContaining('90 days') });
    const { length } = server.requests;
    await askOdin(app, GERMAN);
    expect(kindsOf(server).filter((kind) => kind === 'translation')).toHaveLength(1);
    expect(server.requests.length).toBeGreaterThan(length);
  });

  it.each<[string, ModelReply]>([
    ['fails', { status: 401, body: { error: { message: 'no key' } } }],
    ['says nothing', { stream: streamOf('?!') }],
  ])('is searched as it was asked when the translation %s, and the admin can know', async (_, translation) => {
    const { app } = await startKnowing({ translation });
    const news: AnswerNews[] = [];
    const heard = (async () => {
      for await (const one of app.answers.watch()) news.push(one);
    })();
    const { answer, ignorance } = await askOdin(app, GERMAN);
    expect(answer).toMatchObject({ kind: 'unknown', trouble: { kind: 'failed' } });
    expect(ignorance.languages).toEqual(['English']);
    await app.close();
    await heard;
    expect(news).toMatchObject([{ by: 'nobody', trouble: { kind: 'failed' } }]);
  });

  it('is not translated over the budget', async () => {
    const { app, server } = await startKnowing({}, { dailyTokens: 100 });
    expect((await askOdin(app, GERMAN)).answer).toMatchObject({ kind: 'unknown', trouble: { kind: 'budget' } });
    expect(server.requests).toHaveLength(0);
  });

  it('shows nobody what the translation says, whatever that is', async () => {
    const said = `<think>hm</think>\n"title:keys" OR keys* NEAR @everyone [rotated](https://evil.example/)`;
    const { app, server } = await startKnowing({ translation: { stream: streamOf(said) } });
    expect(JSON.stringify(await askOdin(app, GERMAN))).not.toMatch(/evil|everyone/);
    for (const { prompt } of server.requests) expect(prompt).not.toMatch(/evil|everyone/);
  });

  it('is not translated when it is in the language of the pages, or in none', async () => {
    const { app, server } = await startKnowing({ answer: { stream: streamOf('Keys are rotated every 90 days [1].') } });
    await askOdin(app, ENGLISH);
    await askOdin(app, 'keys rotated');
    expect(kindsOf(server)).toEqual(['answer', 'answer']);
  });

  it.each([GERMAN, '署名鍵はどのくらいの頻度で交換されますか？', '서명 키는 얼마나 자주 교체되나요?'])(
    'is refused without a model, which names the languages that there are: %s',
    async (question) => {
      const app = await startApp();
      await readKeys(app, ' lang="en"');
      const { answer, ignorance } = await askOdin(app, question);
      expect(answer.kind).toBe('unknown');
      expect(ignorance.languages).toEqual(['English']);
    },
  );
});
