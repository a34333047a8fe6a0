/** What a button means, written into its custom id: it outlives a restart, and nothing has to be remembered for it. */
export type Press =
  | { readonly kind: 'job'; readonly action: JobAction; readonly jobId: number }
  /** A command once more: from another number of its list, or now that it is sure. */
  | {
      readonly kind: 'again';
      readonly path: readonly string[];
      readonly options: Readonly<Record<string, string>>;
      /** Who asked: nobody else may press it. */
      readonly userId: string;
    };

export type JobAction = 'cancel' | 'retry' | 'continue' | 'discard';

const ACTIONS: readonly JobAction[] = ['cancel', 'retry', 'continue', 'discard'];
/** Characters of a custom id at most (Discord's documentation, "Custom ID"). */
const MAX_CUSTOM_ID = 100;

/** Null where Discord would refuse it: what was asked with long options has no buttons. */
export function customIdOf(press: Press): string | null {
  const id = written(press);
  return id.length <= MAX_CUSTOM_ID ? id : null;
}

function written(press: Press): string {
  switch (press.kind) {
    case 'job':
      return `job:${press.action}:${press.jobId}`;
    case 'again':
      return `again:${press.path.join(' ')}:${press.userId}:${new URLSearchParams(press.options).toString()}`;
    default:
      return press satisfies never;
  }
}

/** Reads a custom id; null for one that no button of this program has. */
export function readCustomId(id: string): Press | null {
  const [kind, first = '', second = '', ...rest] = id.split(':');
  if (kind === 'job') {
    const action = ACTIONS.find((known) => known === first);
    return action !== undefined && isNumber(second) ? { kind, action, jobId: Number(second) } : null;
  }
  if (kind !== 'again' || !isNumber(second)) return null;
  const options = Object.fromEntries(new URLSearchParams(rest.join(':')));
  return { kind, path: first.split(' '), options, userId: second };
}

function isNumber(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}
