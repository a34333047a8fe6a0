import type { JobEvent } from '../jobs/event.ts';

/** What a command shows, as plain data: each surface renders it in its own way. */
export interface View {
  readonly tone: 'good' | 'neutral' | 'warning' | 'bad';
  readonly title: string;
  /** Paragraphs below the title. */
  readonly text?: readonly string[];
  /** Below them: Markdown that is harmless to show as it is, whoever wrote it. */
  readonly markdown?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly items?: readonly ViewItem[];
  /** A document of its own, shown as it is, line for line. */
  readonly document?: string;
}

export interface ViewItem {
  readonly title: string;
  readonly url?: string;
  readonly lines?: readonly string[];
  /** A small table; surfaces that can align its columns do. */
  readonly rows?: readonly (readonly string[])[];
}

/** A file that comes with a result; `name` is what it is called where nobody chose another. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export type ResultFile =
  | TextFile
  | { readonly name: string; readonly bytes: Uint8Array }
  /** Too much to be held at once: written while it is made, where the person names a file. */
  | { readonly name: string; lines(): AsyncIterable<string> };

/** A value as it is printed with `--json`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A view that shows a part of a list: what was asked for, by row ids, and the numbers to go on from (option `from`). */
export interface Paging {
  readonly path: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly previous: number | null;
  readonly next: number | null;
}

/** What may be done next, on surfaces with buttons: the same command again, with these options in place of those given; or another command. */
export interface Offer {
  readonly label: string;
  /** Something is lost by it. */
  readonly destroys: boolean;
  /** Another command, which is given these options alone. */
  readonly path?: readonly string[];
  /** Null takes an option away. */
  readonly options: Readonly<Record<string, string | null>>;
}

/** A list of which any may be chosen, on surfaces with menus: the same command again, with this option made of them. */
export interface Choice {
  readonly label: string;
  /** An option that takes several values, separated by commas. */
  readonly option: string;
  /** What stays in it, whatever is chosen. */
  readonly always: readonly string[];
  /** So many of them at most; without it any number, also none. */
  readonly most?: number;
  readonly entries: readonly {
    readonly value: string;
    readonly label: string;
    readonly description: string;
    readonly chosen: boolean;
  }[];
}

/** Options that may be written anew, on surfaces with forms: the same command again, or another, with what was written. */
export interface Change {
  readonly label: string;
  /** Another command, which is given `given` and what was written. */
  readonly path?: readonly string[];
  readonly given?: Readonly<Record<string, string>>;
  readonly options: readonly string[];
}

export interface Result {
  readonly kind: 'result';
  readonly view: View;
  readonly data: { readonly [key: string]: Json | undefined };
  readonly failed?: boolean;
  readonly paging?: Paging;
  readonly offer?: Offer;
  readonly choice?: Choice;
  readonly changes?: readonly Change[];
  /** The whole of it, where the view shows a part; each surface hands it over in its own way. */
  readonly file?: ResultFile;
  /** The kept question that it answers: surfaces with buttons let members rate it. */
  readonly questionId?: number;
}

/**
 * What comes out of a command, in order: the job it started, events while that runs, then one result or one problem.
 * `data` is the result for programs, `view` the same for people.
 */
export type Output =
  | { readonly kind: 'job'; readonly jobId: number }
  | { readonly kind: 'event'; readonly event: JobEvent }
  /** What can be shown already; the next one, or the result, replaces it. */
  | { readonly kind: 'draft'; readonly view: View }
  | Result
  /** `usage`: the command was asked wrongly; otherwise it could not be done. One sentence. */
  | { readonly kind: 'problem'; readonly usage: boolean; readonly sentence: string };

export function problem(sentence: string): Output {
  return { kind: 'problem', usage: false, sentence };
}

export function wrongUsage(sentence: string): Output {
  return { kind: 'problem', usage: true, sentence };
}
