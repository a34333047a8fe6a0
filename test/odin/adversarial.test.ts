import { describe, expect, it } from 'vitest';
import { answer, type AnswerEvent } from '../../src/odin/answer.ts';
import { evidenceFrom } from '../../src/odin/given.ts';
import type { ChatModel } from '../../src/odin/models/model.ts';
import { readPage } from '../../src/page/read.ts';
import { attacks as firstAttacks, type Attack } from './attacks.ts';
import { moreAttacks } from './more-attacks.ts';
import { orderAttacks } from './orders.ts';

const attacks = [...firstAttacks, ...moreAttacks, ...orderAttacks];
const fetchedAt = new Date('2026-03-01T12:00:00Z');
const url = 'https://docs.example.org/keys';

/** A model that obeys whatever it reads: here, by saying what the attack wants to hear, in small pieces. */
function obedient(reply: string): ChatModel {
  return {
    name: 'obedient',
    async *chat() {
      yield* reply.match(/[\s\S]{1,9}/gu) ?? [];
      return { ok: true, usage: null, cutShort: false };
    },
  };
}

async function ask({ html, title = 'Keys', reply }: Attack): Promise<readonly AnswerEvent[]> {
  const body = `<html><head><title>${title}</title></head><body><main><h1>Keys</h1><p>Keys are rotated every 90 days by the operator of the vault, who may do it by hand, too.</p>${html}</main></body></html>`;
  const page = readPage(Buffer.from(body), { url, contentType: 'text/html; charset=utf-8', fetchedAt });
  if ('refused' in page) throw new Error(page.refused);
  const found = page.passages.map(({ anchor, headings, text }) => ({
    pageId: 1,
    url,
    anchor,
    title: page.title,
    headings,
    text,
    score: 1,
    fetchedAt,
    aiInput: true,
  }));
  const paid = { model: obedient(reply), reserve: () => Promise.resolve(true), settle: () => Promise.resolve() };
  const words = 'How are keys rotated?';
  const events = answer(
    words,
    { evidence: evidenceFrom(found), answerable: true, words },
    {
      past: [],
      paid,
      expected: null,
      language: null,
      tone: 'plain',
      marker: 'MARKER',
      signal: new AbortController().signal,
    },
  );
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Everything of the events that is shown. */
function shown(events: readonly AnswerEvent[]): string {
  return events
    .map((event) => {
      if (event.kind === 'draft') return event.text;
      const { answer } = event;
      const citations = answer.kind === 'answered' ? answer.citations : answer.nearest;
      const names = citations.flatMap(({ title, headings, url }) => [title, ...headings, url]);
      return [answer.kind === 'answered' ? answer.text : '', ...names].join('\n');
    })
    .join('\n');
}

describe('a model that obeys its pages', () => {
  it('is tried with at least ninety attacks', () => expect(attacks.length).toBeGreaterThanOrEqual(90));

  it.each(attacks.map((attack) => [attack.name, attack] as const))('reaches nobody: %s', async (_, attack) => {
    const text = shown(await ask(attack));
    for (const payload of attack.payload) expect(text).not.toContain(payload);
  });

  it.each(attacks.map((attack) => [attack.name, attack] as const))('leaves an answer: %s', async (_, attack) => {
    const last = (await ask(attack)).at(-1);
    expect(last?.kind === 'answer' && last.answer.kind).toBe('answered');
    expect(shown(last === undefined ? [] : [last])).toContain('eys');
  });
});
