/** What a person wrote for an option, read: the value, or one sentence that says what would be right. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/**
 * One option of a command. Registration, the console's parser, the help and the handler's type all follow from it.
 * `parse` gets undefined when the option was not given.
 */
export interface Option<T> {
  readonly description: string;
  readonly required: boolean;
  /** A `file` is given by its name or attached; what is parsed is the text in it. */
  readonly kind: 'text' | 'integer' | 'flag' | 'file' | 'channel' | 'place' | 'role' | 'member';
  /** What stands for the value in the help: `URL`, `N`. */
  readonly hint: string;
  readonly choices?: readonly string[];
  /** What a surface may suggest while it is typed. */
  readonly completes?: Completion;
  /** Names something on the machine that Heimdall runs on: only for who runs it, and no option in Discord. */
  readonly operatorOnly?: boolean;
  /** Bytes of a file at most. */
  readonly maxBytes?: number;
  readonly min?: number;
  readonly max?: number;
  parse(text: string | undefined): Parsed<T>;
}

/** Rows of the knowledge, by their numbers. */
export type Completion = 'source' | 'page' | 'removed-source' | 'removed-page';

export type Options = Readonly<Record<string, Option<unknown>>>;

export interface Described {
  readonly description: string;
  readonly hint?: string;
}

/** An option that has to be given. */
export function required<T>(option: Option<T | undefined>): Option<T> {
  return {
    ...option,
    required: true,
    parse(text) {
      if (text === undefined || text.trim() === '') return { ok: false, problem: 'is required' };
      const parsed = option.parse(text);
      if (!parsed.ok) return parsed;
      return parsed.value === undefined ? { ok: false, problem: 'is required' } : { ok: true, value: parsed.value };
    },
  };
}

export function text({
  description,
  hint = 'TEXT',
  completes,
  operatorOnly = false,
}: Described & { readonly completes?: Completion; readonly operatorOnly?: boolean }): Option<string | undefined> {
  return {
    operatorOnly,
    description,
    hint,
    required: false,
    kind: 'text',
    ...(completes === undefined ? {} : { completes }),
    parse: (given) => ({ ok: true, value: given?.trim() || undefined }),
  };
}

export function integer({
  description,
  hint = 'N',
  min,
  max,
}: Described & { readonly min: number; readonly max: number }): Option<number | undefined> {
  return {
    description,
    hint,
    min,
    max,
    required: false,
    kind: 'integer',
    parse(given) {
      if (given === undefined) return { ok: true, value: undefined };
      const value = /^\d{1,15}$/.test(given.trim()) ? Number(given) : Number.NaN;
      if (value >= min && value <= max) return { ok: true, value };
      return { ok: false, problem: `takes a whole number from ${min} to ${max}, not "${given}"` };
    },
  };
}

export function flag({ description }: Described): Option<boolean> {
  return {
    description,
    hint: '',
    required: false,
    kind: 'flag',
    parse(given) {
      const word = given?.trim().toLowerCase();
      if (word === undefined || ['false', 'no', 'off'].includes(word)) return { ok: true, value: false };
      if (['', 'true', 'yes', 'on'].includes(word)) return { ok: true, value: true };
      return { ok: false, problem: `is yes or no, not "${given}"` };
    },
  };
}

/** One of several words. */
export function choice<const T extends string>({
  description,
  choices,
}: Described & { readonly choices: readonly T[] }): Option<T | undefined> {
  return {
    description,
    hint: choices.join('|'),
    choices,
    required: false,
    kind: 'text',
    parse(given) {
      const word = given?.trim().toLowerCase();
      if (word === undefined || word === '') return { ok: true, value: undefined };
      const value = choices.find((known) => known === word);
      return value === undefined
        ? { ok: false, problem: `is one of ${choices.join(', ')}, not "${given}"` }
        : { ok: true, value };
    },
  };
}

/** Some of several words, separated by commas or spaces. */
export function someOf<T extends string>({
  description,
  words,
  hint,
}: Described & { readonly words: readonly T[] }): Option<readonly T[]> {
  return {
    description,
    hint: hint ?? words.slice(0, 2).join(','),
    required: false,
    kind: 'text',
    parse(given) {
      const written =
        given
          ?.toLowerCase()
          .split(/[,\s]+/)
          .filter(Boolean) ?? [];
      const value = written.flatMap((word) => words.find((known) => known === word) ?? []);
      const wrong = written.find((word) => !words.some((known) => known === word));
      if (wrong !== undefined) return { ok: false, problem: `takes some of ${words.join(', ')}, not "${wrong}"` };
      return { ok: true, value: [...new Set(value)] };
    },
  };
}
