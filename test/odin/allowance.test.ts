import { describe, expect, it } from 'vitest';
import { createInstanceCosts, payFor } from '../../src/odin/costs.ts';
import { createMembers } from '../../src/odin/members.ts';
import type { ChatModel } from '../../src/odin/models/model.ts';
import { restingModel } from '../../src/odin/resting-model.ts';
import { guildOf, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';

const request = { turns: [{ role: 'user', content: 'x'.repeat(400) }], maxTokens: 100 } as const;

describe('a member', () => {
  it('has one running answer, and a pause between questions', () => {
    const clock = createFakeClock();
    const members = createMembers(clock);
    const first = members.admit('g', '1', 10_000);
    expect(members.admit('g', '1', 10_000)).toMatchObject({ ok: false, why: 'running' });
    expect(members.admit('g', '2', 10_000).ok).toBe(true);
    expect(members.admit('h', '1', 10_000).ok).toBe(true);
    if (first.ok) first.end();
    clock.advance(4000);
    expect(members.admit('g', '1', 10_000)).toEqual({ ok: false, why: 'cooldown', seconds: 6 });
    clock.advance(6000);
    expect(members.admit('g', '1', 10_000).ok).toBe(true);
  });
});

function scripted(ends: readonly boolean[]): { model: ChatModel; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    model: {
      name: 'scripted',
      async *chat() {
        const ok = ends[asked] ?? true;
        asked += 1;
        yield* [];
        if (ok) return { ok: true, usage: null, cutShort: false };
        return { ok: false, usage: null, failure: { code: 'server-error' } };
      },
    },
  };
}

describe('a model that fails', () => {
  it('is left alone for a minute after five failures in a row', async () => {
    const clock = createFakeClock();
    const { model, asked } = scripted([false, false, true, false, false, false, false, false]);
    const resting = restingModel(model, clock);
    const ask = async () => (await resting.chat(request, new AbortController().signal).next()).value;
    for (let nth = 0; nth < 8; nth += 1) await ask();
    expect(await ask()).toMatchObject({ failure: { code: 'resting' } });
    expect(asked()).toBe(8);
    clock.advance(60_000);
    expect(await ask()).toMatchObject({ ok: true });
  });
});

describe('a budget', () => {
  const { model } = scripted([]);

  it('is booked before the question and put right after it, once', async () => {
    const clock = createFakeClock();
    const app = await startApp({ clock });
    const [guild, instance] = [await guildOf(app), createInstanceCosts(app.store.notes)];
    const paid = payFor(model, { guild, instance, budgets: { guild: 250, instance: 1000 }, clock });
    const day = clock.now().toISOString().slice(0, 10);
    expect(await paid.reserve(request)).toBe(true);
    expect(await guild.bookTokens(day, 0)).toBe(200);
    expect(await paid.reserve(request)).toBe(false);
    await paid.settle(request, 'answer', { input: 60, output: 10 });
    expect(await guild.bookTokens(day, 0)).toBe(70);
    expect(await instance.book(day, 0)).toBe(70);
    expect(await paid.reserve(request)).toBe(false);
    clock.advance(86_400_000);
    const next = payFor(model, { guild, instance, budgets: { guild: 250, instance: 1000 }, clock });
    expect(await next.reserve(request)).toBe(true);
  });

  it.each([
    ['nothing', null, 110],
    ['zero', { input: 0, output: 0 }, 110],
    ['less than nothing', { input: -5, output: -600 }, 110],
    ['the question alone', { input: 60, output: 0 }, 70],
  ])('is estimated where the server counts %s', async (_, usage, booked) => {
    const app = await startApp();
    const [guild, instance] = [await guildOf(app), createInstanceCosts(app.store.notes)];
    const paid = payFor(model, { guild, instance, budgets: { guild: 250, instance: 1000 }, clock: app.clock });
    await paid.reserve(request);
    await paid.settle(request, 'x'.repeat(40), usage);
    expect(await guild.bookTokens(app.clock.now().toISOString().slice(0, 10), 0)).toBe(booked);
  });

  it('of the instance counts all guilds together', async () => {
    const app = await startApp();
    const instance = createInstanceCosts(app.store.notes);
    const budgets = { guild: 1000, instance: 300 };
    const payers = await Promise.all(
      ['a', 'b'].map(async (id) =>
        payFor(model, { guild: await guildOf(app, id), instance, budgets, clock: app.clock }),
      ),
    );
    expect(await payers[0]?.reserve(request)).toBe(true);
    expect(await payers[1]?.reserve(request)).toBe(false);
  });
});
