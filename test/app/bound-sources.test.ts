import { expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { AskingEvent } from '../../src/app/asking.ts';
import type { Audience, Binding } from '../../src/knowledge/bindings.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import { DEFAULT_SETTINGS } from '../../src/odin/settings.ts';
import { NOON, pageOf, passage, startCrawl, toSave, visit } from '../knowledge/samples.ts';
import { createRandom } from '../page/random-pages.ts';
import { guildOf, startApp } from '../support/app.ts';

/** Words that stand on one page only, too far apart to be taken for one another. */
const MARKS = [
  'gullinbursti',
  'draupnir',
  'skidbladnir',
  'megingjord',
  'hrungnir',
  'ratatoskr',
  'sessrumnir',
  'vafthrudnir',
];
const SHARED = [
  'How do the keys of the gate rotate?',
  'keys gate',
  'When does the gate open?',
  'Wo sind die Schlüssel?',
];
const TARGETS: readonly Binding[] = ['c1', 'c2', 'c3', 'r1', 'r2'].map((target) => ({
  kind: target.startsWith('c') ? 'channel' : 'role',
  target,
}));
const ROUNDS = 250;

/** Sources by number, with what only they say. */
interface World {
  readonly app: App;
  readonly guild: GuildKnowledge;
  /** Mark -> sources that have its page. */
  readonly owners: ReadonlyMap<string, readonly number[]>;
  readonly bound: Map<number, Binding[]>;
}

async function startWorld(): Promise<World> {
  const app = await startApp();
  const guild = await guildOf(app);
  const sources: number[] = [];
  const owners = new Map<string, readonly number[]>();
  for (const [index, mark] of MARKS.entries()) {
    const { sourceId, job } = await startCrawl(guild, `https://${mark}.example/`);
    sources.push(sourceId);
    const text = `The keys of the gate rotate when ${mark} opens it at ${mark} time.`;
    const page = pageOf(`https://${mark}.example/`, `Gate of ${mark}`, [passage(text, `Gate ${mark}`)]);
    await visit(guild, job.id, toSave(sourceId, page));
    // Every third page belongs to the source before, too.
    const before = sources[index - 1];
    if (index % 3 === 2 && before !== undefined) await visit(guild, job.id, toSave(before, page));
    owners.set(mark, index % 3 === 2 && before !== undefined ? [sourceId, before] : [sourceId]);
  }
  return { app, guild, owners, bound: new Map() };
}

function maySee({ owners, bound }: World, mark: string, { channels, roles }: Audience): boolean {
  return (owners.get(mark) ?? []).some((source) => {
    const bindings = bound.get(source) ?? [];
    return bindings.length === 0 || bindings.some(({ target }) => channels.includes(target) || roles.includes(target));
  });
}

it('asked anything from anywhere, nothing is said that may not be seen there, however bindings change', async () => {
  const world = await startWorld();
  const { app, guild, bound } = world;
  const random = createRandom(20_260_301);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[random.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const some = (kind: Binding['kind']): string[] =>
    TARGETS.filter((each) => each.kind === kind && random.below(3) === 0).map(({ target }) => target);
  const lessons = new Map<string, Binding>();
  let [told, withheld] = [0, 0];
  let last: number | null = null;

  for (let round = 0; round < ROUNDS; round += 1) {
    const source = pick([...world.owners.values()].flat());
    const binding = pick(TARGETS);
    const known = bound.get(source) ?? [];
    if (known.includes(binding)) {
      await guild.unbind(source, binding);
      bound.set(
        source,
        known.filter((other) => other !== binding),
      );
    } else {
      await guild.bind(source, binding);
      bound.set(source, [...known, binding]);
    }
    if (round % 25 === 0) {
      const secret = `secretlesson${round}x`;
      lessons.set(secret, binding);
      await guild.teach({ question: pick(SHARED), answer: secret, taughtBy: '1', taughtAt: NOON, boundTo: binding });
    }
    const audience = { channels: some('channel'), roles: some('role') };
    const mark = pick(MARKS);
    const question = pick([
      ...SHARED,
      `Who is ${mark}?`,
      `what of ${mark.slice(0, 3)}${mark.slice(4)} and the gate`,
      `Gate of ${mark}`,
      'and then?',
    ]);
    const parent: number | null = random.below(3) === 0 ? last : null;
    const said: AskingEvent[] = [];
    for await (const event of app.asking.ask(guild, {
      question,
      asker: '1',
      channel: null,
      audience,
      parent,
      isUnasked: false,
      settings: DEFAULT_SETTINGS,
      signal: new AbortController().signal,
    })) {
      said.push(event);
      if (event.kind === 'answer') last = event.questionId;
    }
    const text = JSON.stringify(said);
    for (const each of MARKS) {
      const seen = maySee(world, each, audience);
      if (!seen) expect(text, `round ${round}: "${question}" from ${JSON.stringify(audience)}`).not.toContain(each);
      if (text.includes(each)) told += 1;
      else if (!seen) withheld += 1;
    }
    for (const [secret, { target }] of lessons) {
      if (![...audience.channels, ...audience.roles].includes(target)) expect(text).not.toContain(secret);
    }
  }
  // It is no proof where nothing was bound, or nothing was ever told.
  expect(told).toBeGreaterThan(ROUNDS / 2);
  expect(withheld).toBeGreaterThan(ROUNDS / 2);
});
