import type { Described, Option, Parsed } from './option.ts';

/** Options that name something of a server by its Discord id. */

/** A channel of the server, by its Discord id. */
export function channel({ description, hint = 'CHANNEL' }: Described): Option<string | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'channel',
    parse: (given) => readId(given, 'a channel', 'Copy Channel ID'),
  };
}

/** A channel of any kind or a category, by its Discord id. */
export function place({ description, hint = 'CHANNEL' }: Described): Option<string | undefined> {
  const parse = (given: string | undefined) => readId(given, 'a channel or category', 'Copy Channel ID');
  return { description, hint, required: false, kind: 'place', parse };
}

/** A role, by its Discord id. */
export function role({ description, hint = 'ROLE' }: Described): Option<string | undefined> {
  const parse = (given: string | undefined) => readId(given, 'a role', 'Copy Role ID');
  return { description, hint, required: false, kind: 'role', parse };
}

/** A member, by his Discord id. */
export function member({ description, hint = 'MEMBER' }: Described): Option<string | undefined> {
  const parse = (given: string | undefined) => readId(given, 'a member', 'Copy User ID');
  return { description, hint, required: false, kind: 'member', parse };
}

/** A Discord id, bare or as a mention. */
function readId(given: string | undefined, what: string, menu: string): Parsed<string | undefined> {
  const word = given?.trim();
  if (word === undefined || word === '') return { ok: true, value: undefined };
  const id = /^(?:<(?:#|@&|@!?))?(\d{17,20})>?$/.exec(word)?.[1];
  if (id !== undefined) return { ok: true, value: id };
  return { ok: false, problem: `takes the id of ${what} (in Discord: Developer Mode, ${menu}), not "${word}"` };
}
