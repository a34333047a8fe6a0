/** What a link shows (spec section 0). `unknown`: it could not be judged, and is left alone (rule 11.6). */
export type Verdict = 'gif' | 'video' | 'image' | 'none' | 'unknown';

/** A verdict and, in a few words that follow a colon, what it was drawn from. Nothing of the address stands in `why`. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly why: string;
  /** Of `none`: it is something to download or hear, not a page to read. */
  readonly file?: true;
}

/** What a reader of one format makes of a body's beginning: a judgement, more of it is needed, or it is another format. */
export type Reading = Judgement | 'more' | null;

/**
 * `ended`: no more of the body will come, so that `more` is no answer. `calledSound`: the content type says that it is
 * sound, which counts where the bytes leave it open.
 */
export type Reader = (bytes: Uint8Array, ended: boolean, calledSound: boolean) => Reading;

export const gif = (why: string): Judgement => ({ verdict: 'gif', why });
export const video = (why: string): Judgement => ({ verdict: 'video', why });
export const image = (why: string): Judgement => ({ verdict: 'image', why });
export const none = (why: string): Judgement => ({ verdict: 'none', why });
export const unknown = (why: string): Judgement => ({ verdict: 'unknown', why });
/** Nothing to look at: a document, an archive, sound. */
export const file = (why: string): Judgement => ({ verdict: 'none', why, file: true });
