import { createHash } from 'node:crypto';

/** What was asked, and by whom: nobody else may press what belongs to the answer. */
export interface Question {
  readonly path: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly userId: string;
}

/** What a button or menu means, written into its custom id: it outlives a restart. */
export type Press =
  | { readonly kind: 'job'; readonly action: JobAction; readonly jobId: number }
  /** A command once more: from another number of its list, or now that it is sure. */
  | ({ readonly kind: 'again' } & Question)
  /** The same, with what is chosen added to one of its options. */
  | ({ readonly kind: 'choose'; readonly name: string } & Question)
  /** The same, with some options written anew. */
  | ({ readonly kind: 'change'; readonly names: readonly string[] } & Question);

export type JobAction = 'cancel' | 'retry' | 'continue' | 'discard';

const ACTIONS: readonly JobAction[] = ['cancel', 'retry', 'continue', 'discard'];
/** Characters of a custom id at most (Discord's documentation, "Custom ID"). */
const MAX_CUSTOM_ID = 100;
const KEPT = /^kept:([\da-f]{32})$/;

/** Gives presses their custom ids. Those that are too long for Discord get a key, and have to be kept under it. */
export interface PressWriter {
  idOf(press: Press): string;
  /** What has to be kept so far, by key. */
  readonly kept: ReadonlyMap<string, string>;
}

export function createPressWriter(): PressWriter {
  const kept = new Map<string, string>();
  return {
    idOf(press) {
      const id = written(press);
      if (id.length <= MAX_CUSTOM_ID) return id;
      const key = createHash('sha256').update(id).digest('hex').slice(0, 32);
      kept.set(key, id);
      return `kept:${key}`;
    },
    kept,
  };
}

/** The key of a press that is kept elsewhere; null where the custom id says it all. */
export function keyOf(customId: string): string | null {
  return KEPT.exec(customId)?.[1] ?? null;
}

function written(press: Press): string {
  switch (press.kind) {
    case 'job':
      return `job:${press.action}:${press.jobId}`;
    case 'again':
      return `again:${questionOf(press)}`;
    case 'choose':
      return `choose:${press.name}:${questionOf(press)}`;
    case 'change':
      return `change:${press.names.join(',')}:${questionOf(press)}`;
    default:
      return press satisfies never;
  }
}

function questionOf({ path, userId, options }: Question): string {
  return `${path.join(' ')}:${userId}:${new URLSearchParams(options).toString()}`;
}

/** Reads what `written` wrote; null for what no button of this program has. */
export function readPress(text: string): Press | null {
  const [kind, ...rest] = text.split(':');
  const [first = '', second = '', ...more] = rest;
  switch (kind) {
    case 'job': {
      const action = ACTIONS.find((known) => known === first);
      return action !== undefined && isNumber(second) ? { kind, action, jobId: Number(second) } : null;
    }
    case 'again': {
      const question = readQuestion(rest);
      return question === null ? null : { kind, ...question };
    }
    case 'choose': {
      const question = readQuestion([second, ...more]);
      return question === null ? null : { kind, name: first, ...question };
    }
    case 'change': {
      const question = readQuestion([second, ...more]);
      return question === null ? null : { kind, names: first.split(','), ...question };
    }
    default:
      return null;
  }
}

function readQuestion([path = '', userId = '', ...rest]: readonly string[]): Question | null {
  if (!isNumber(userId)) return null;
  return { path: path.split(' '), options: Object.fromEntries(new URLSearchParams(rest.join(':'))), userId };
}

function isNumber(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}
