import { expect, it } from 'vitest';
import { eraseExpired, keepHouse } from '../../src/app/housekeeping.ts';
import type { QuestionToKeep } from '../../src/knowledge/questions.ts';
import { allBytes } from '../knowledge/sqlite/snapshot.ts';
import { guildOf, startApp, tempDir } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { DAY_MS, until } from '../support/upkeep.ts';

const GUILDS = ['one', 'two'];

function asked(askedAt: Date, word: string): QuestionToKeep {
  const question = `Where is ${word}?`;
  const rest = { channel: null, audience: '', parent: null, by: 'quotes', citations: [], translation: null } as const;
  return { ...rest, askedAt, asker: '7', question, key: word, answer: `> ${word} is here.` };
}

it('forgets questions, answers and ratings after thirty days, in every guild, bytes included', async () => {
  const clock = createFakeClock();
  const dataDir = tempDir();
  const app = await startApp({ clock, dataDir });
  const said: string[] = [];
  const closing = new AbortController();
  const house = { signal: closing.signal, report: (sentence: string) => void said.push(sentence) };
  for (const name of GUILDS) {
    const guild = await guildOf(app, name);
    const id = await guild.keepQuestion(asked(clock.now(), 'gungnirxq'));
    await guild.rate(id, '8', false, clock.now());
    await guild.keepQuestion(asked(new Date(clock.now().getTime() + 10 * DAY_MS), 'mjolnirxq'));
  }

  clock.advance(29 * DAY_MS);
  await eraseExpired(app, GUILDS, house);
  for (const name of GUILDS)
    expect(await (await guildOf(app, name)).keptOf('7')).toMatchObject({ questions: [{}, {}] });
  expect(allBytes(dataDir)).toMatch(/gungnirxq/);

  const keeping = keepHouse(app, house);
  await until(() => clock.elapsed > 31 * DAY_MS);
  closing.abort();
  await keeping;
  for (const name of GUILDS) {
    const guild = await guildOf(app, name);
    expect((await guild.keptOf('7')).questions.map(({ key }) => key)).toEqual(['mjolnirxq']);
    expect((await guild.keptOf('8')).ratings).toBe(0);
    expect(await guild.countGaps('open')).toBe(0);
  }
  expect(allBytes(dataDir)).not.toMatch(/gungnirxq/);
  expect(allBytes(dataDir)).toMatch(/mjolnirxq/);
  expect(said).toEqual([]);
});

it('opens a guild again only when something in it is over, or was written', async () => {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const { store } = app;
  for (const name of GUILDS) await guildOf(app, name);
  await (await guildOf(app, 'two')).keepQuestion(asked(clock.now(), 'draupnir'));
  const opened: string[] = [];
  const counting = {
    ...app,
    store: {
      ...store,
      guild(id: string) {
        opened.push(id);
        return store.guild(id);
      },
    },
  };
  const closing = new AbortController();
  const start = clock.elapsed;
  const keeping = keepHouse(counting, { signal: closing.signal, report: () => {} });
  await until(() => clock.elapsed > start + 33 * DAY_MS);
  closing.abort();
  await keeping;
  // At first both; when the question's time is over the one that has it, and once more after that was written.
  expect(opened.filter((id) => id === 'one').length).toBeLessThanOrEqual(2);
  const times = opened.filter((id) => id === 'two').length;
  expect(times).toBeGreaterThanOrEqual(2);
  expect(times).toBeLessThanOrEqual(30);
  expect(await (await guildOf(app, 'two')).oldestKept()).toEqual({ eraseAt: null, saidAt: null });
});
