import type { Audience, Bindings } from './bindings.ts';
import type { Validators } from '../fetch/outcome.ts';
import type { Policy } from '../links/policy.ts';
import type { Page, Passage } from '../page/page.ts';
import type { LinkVerdicts, Notes, ShutHosts } from './instance-facts.ts';
import type { JobLedger, StoredRobots } from './ledger.ts';
import type { Freshness } from './freshness.ts';
import type { HostChecks } from './host-checks.ts';
import type { PageRestored, RemovalReason, RemovedPage, RemovedSource } from './removal.ts';
import type { QuestionLog } from './questions.ts';
import type { Evidence } from './evidence.ts';

/**
 * What a guild knows, as the rest of the house sees it. The interfaces are async and speak of guilds, never of files
 * or SQL, so that a store shared by several machines can stand behind them (design section 7).
 */

/** A Discord server's id, or a name such as `local` on the console. */
export type GuildId = string;

// ------------------------------------------------------------------------------------------------ sources and pages

/** What an admin may set for a deep crawl (rule 6.2). */
export interface CrawlOptions {
  /** Pages to visit at most in one run. */
  readonly pages: number;
  readonly exclude: readonly string[];
  readonly excludeFiles: boolean;
  readonly allowParameters: boolean;
  /** Search for a sitemap, use none, or use the one at this URL. */
  readonly sitemap: 'auto' | 'off' | { readonly url: string };
}

/** What an admin added: one page, or a site crawled from its start URLs. */
export type SourceSpec =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'site'; readonly startUrls: readonly string[]; readonly options: CrawlOptions };

export interface Source {
  readonly id: number;
  readonly spec: SourceSpec;
  readonly addedAt: Date;
  readonly pages: number;
  /** When a page of it was last fetched or checked. */
  readonly checkedAt: Date | null;
}

/** A page as an import or crawl hands it over to be kept. */
export interface PageToSave {
  readonly sourceId: number;
  /** The address it is stored under. */
  readonly url: string;
  readonly page: Page;
  readonly validators: Validators;
  readonly fetchedAt: Date;
  /** Came with noindex and was named by an admin (rule 5.6). */
  readonly noindex: boolean;
  /** False when the site's content signal forbids sending the text to a model (rule 3.7). */
  readonly aiInput: boolean;
  /** Links within its site that may be followed, for the time when a 304 shows none. */
  readonly links?: readonly string[];
  /** The Markdown twin that was read in place of the page (rule 6.9). */
  readonly fetchedFrom?: string;
}

/** A page as an export brings it, for these sources, with the times it had elsewhere. */
export interface PageToTakeIn extends Omit<PageToSave, 'sourceId' | 'url'> {
  readonly sourceIds: readonly number[];
  readonly readAt: Date;
  readonly changedAt: Date;
}

export interface StoredPage {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly language: string | null;
  readonly contentHash: string;
  readonly validators: Validators;
  readonly noindex: boolean;
  readonly aiInput: boolean;
  /** When this was last known to be its content: it was read, or the server confirmed it. */
  readonly fetchedAt: Date;
  /** When the content last differed from what was stored. */
  readonly changedAt: Date;
  readonly sourceIds: readonly number[];
}

/** A page with everything that is kept of it. */
export interface PageDetails extends StoredPage {
  /** When its content was last read. */
  readonly readAt: Date;
  readonly markdown: string;
  readonly passages: number;
  readonly images: Page['images'];
  readonly videos: Page['videos'];
  readonly canonical: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
}

/** How a page came in, and what its host asks for; null for what no job left a trace of. */
export interface PageOrigin {
  /** The job that brought it in, and the page it was found on, `sitemap`, or null where an admin named it. */
  readonly brought: { readonly jobId: number; readonly via: string | null } | null;
  /** The last job that dealt with it. */
  readonly lastJobId: number | null;
  /** robots.txt of its host, as it was last read, and by which job. */
  readonly robots: (Omit<StoredRobots, 'body'> & { readonly jobId: number }) | null;
}

export interface FoundPassage {
  readonly id: number;
  readonly pageId: number;
  /** Its place on its page, from 0. */
  readonly ordinal: number;
  readonly url: string;
  readonly anchor: string | null;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
  readonly fetchedAt: Date;
  /** False: it may be quoted, but never sent to a model (rule 3.7). */
  readonly aiInput: boolean;
}

/** What a guild knows about a question. */
export interface Retrieval {
  /** Best first; near copies of a better one left out. */
  readonly passages: readonly FoundPassage[];
  readonly evidence: Evidence;
}

// ------------------------------------------------------------------------------------------------------------- doors

/** Everything one guild knows, and its jobs. Another guild's can't be reached from here. */
export interface GuildKnowledge extends JobLedger, QuestionLog, Bindings {
  readonly guildId: GuildId;
  /** How its pages are kept up to date. */
  readonly freshness: Freshness;
  /** Adds a source, or returns the one with the same URLs with its options brought up to date. */
  addSource(spec: SourceSpec, at: Date): Promise<Source>;
  sources(): Promise<readonly Source[]>;
  source(id: number): Promise<Source | null>;
  /** The site redirected for good: from now on it starts here. It is still the one with the URLs it was added with. */
  moveSite(id: number, startUrls: readonly string[]): Promise<void>;
  /** The site source added with these start URLs, in any order, or one that has moved to them. */
  siteWith(startUrls: readonly string[]): Promise<Source | null>;
  /** Takes the source out of everything with the pages that no other source has, to be put back within a day; how many pages went. */
  removeSource(id: number, at: Date): Promise<number>;
  /** Puts a removed source back with its options and pages; null when there is none. One added anew meanwhile takes its pages. */
  restoreSource(id: number): Promise<Source | null>;
  /** Deletes the source, removed or not, and the pages that no other source has, bytes included; how many pages went. */
  eraseSource(id: number): Promise<number>;
  /** The latest removed first. */
  removedSources(): Promise<readonly RemovedSource[]>;
  pages(query: {
    readonly sourceId?: number;
    readonly limit: number;
    readonly offset: number;
  }): Promise<readonly StoredPage[]>;
  countPages(sourceId?: number): Promise<number>;
  /** Pages whose number this is, or whose address or title contains it; for suggestions while somebody types. */
  suggestPages(typed: string, limit: number): Promise<readonly Pick<StoredPage, 'id' | 'url' | 'title'>[]>;
  page(id: number): Promise<PageDetails | null>;
  /** What a page's passages say, in order. */
  passagesOf(pageId: number): Promise<readonly Passage[]>;
  /** Stores a page of an export; `kept` when what is stored here was fetched later. */
  takeIn(page: PageToTakeIn): Promise<'new' | 'updated' | 'unchanged' | 'kept'>;
  originOf(pageId: number): Promise<PageOrigin>;
  pageAt(url: string): Promise<StoredPage | null>;
  /** A page of this source with this content hash, under another URL. */
  twinOf(sourceId: number, contentHash: string, url: string): Promise<StoredPage | null>;
  /**
   * Takes the page out of everything, whichever sources have it, and with it the sources that were nothing but this page.
   * Its Markdown is kept until its time is over (`eraseTime`); false when there is no such page.
   */
  removePage(id: number, why: RemovalReason, at: Date): Promise<boolean>;
  /** Puts a removed page back where it was, and indexes it again. */
  restorePage(id: number): Promise<PageRestored>;
  /** Deletes the page, removed or not, and the sources that were nothing but this page; bytes included. */
  erasePage(id: number): Promise<boolean>;
  /** The latest removed first. */
  removedPages(part: { readonly limit: number; readonly offset: number }): Promise<readonly RemovedPage[]>;
  countRemovedPages(): Promise<number>;
  /** A removed page by its number or its address. */
  removedPage(named: number | string): Promise<RemovedPage | null>;
  /** An admin took this address out, of whatever source: no redirect brings it in again. */
  isWithheld(url: string): Promise<boolean>;
  /** Addresses that an admin took out of this source or beside it: no job that nobody asked for may bring them in again. */
  withheldUrls(sourceId: number): Promise<readonly string[]>;
  withhold(sourceId: number, urls: readonly string[]): Promise<void>;
  /** Erases what was removed and whose time is over, bytes included; how many pages. May be cut short and called again. */
  expireRemoved(now: Date): Promise<number>;
  /** When the next removed page or source is to be erased, and when the oldest question or rating was made. */
  oldestKept(): Promise<{ readonly eraseAt: Date | null; readonly saidAt: Date | null }>;
  /**
   * Deletes every page whose address is on this host (a name, or a name with a port), the sources that were nothing but
   * such a page, and the copies of its robots.txt; bytes included. Returns how many pages went.
   */
  removeHost(host: string): Promise<number>;
  /** What the server forbids in its messages; null while it has never said. */
  attachmentPolicy(): Promise<Policy | null>;
  /** Changes the policy in one go, and returns it as it is now. */
  changeAttachmentPolicy(change: (policy: Policy | null) => Policy): Promise<Policy>;
  /** Counts what became of messages, by what it is called. */
  countAttachments(what: string, by: number): Promise<void>;
  attachmentCounts(): Promise<ReadonlyMap<string, number>>;
  /** What the guild's admins have set under this name; null unless they have. */
  setting(name: string): Promise<string | null>;
  /** Null takes the setting back. */
  set(name: string, value: string | null): Promise<void>;
  /** Languages of the pages that the audience sees, as they give them; the most frequent first. */
  languages(audience?: Audience): Promise<readonly string[]>;
  /** How some pages that the audience sees begin, taken from all over the guild. */
  pageBeginnings(most: number, audience?: Audience): Promise<readonly string[]>;
  /** Whether the last crawl of some site that the audience sees ended at a limit. */
  hasPartialSource(audience?: Audience): Promise<boolean>;
  /** Best passages that the audience sees first (rule 9.4). An empty or wordless query finds nothing. */
  search(query: string, limit: number, audience?: Audience): Promise<readonly FoundPassage[]>;
  /**
   * The same, with what tells whether the question can be answered from it (see `isAnswerable`). `alsoAs`: other wordings
   * of the same question, such as its translation into the pages' language; what any of them finds counts.
   */
  retrieve(question: string, limit: number, audience?: Audience, alsoAs?: readonly string[]): Promise<Retrieval>;
}

/** Why a store, or one guild's part of it, cannot be opened or written; each has its sentence in `sentence`. */
export interface StoreProblem {
  readonly code:
    | 'newer'
    | 'foreign'
    | 'damaged'
    | 'read-only'
    | 'not-a-directory'
    | 'disk-full'
    | 'native-module'
    | 'bad-guild-id'
    | 'half-restored'
    | 'busy';
  readonly sentence: string;
}

export type Opened<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: StoreProblem };

/** Thrown by a write that the disk refused in the middle of work; the sentence is for the person concerned. */
export class StoreError extends Error {
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem, cause: unknown) {
    super(problem.sentence, { cause });
    this.problem = problem;
  }
}

/** The right to run a guild's jobs; one process at a time holds it. Freed by `release`, or by the process's death. */
export interface JobsLease {
  release(): void;
}

export interface KnowledgeStore {
  readonly notes: Notes;
  readonly shutHosts: ShutHosts;
  readonly hostChecks: HostChecks;
  readonly linkVerdicts: LinkVerdicts;
  /** The model, and what keeps it from working just now; null unless embeddings are configured. */
  readonly embeddings: { readonly model: string; trouble(): string | null } | null;
  /** A guild's knowledge, created when it is new. A refused guild stops that guild alone (rule 9.1). */
  guild(id: GuildId): Promise<Opened<GuildKnowledge>>;
  /** Guilds that have knowledge here. */
  guildIds(): Promise<readonly GuildId[]>;
  /** A moment that moves whenever something is written for the guild, in whichever process; looked up without opening it. */
  changedAt(id: GuildId): number;
  /** The right to run this guild's jobs, or null while another process has it. */
  leaseJobs(id: GuildId): Promise<JobsLease | null>;
  /** The right to make the weekly checks of all guilds, or null while another process has it. */
  leaseChecks(): Promise<JobsLease | null>;
  /** Guilds that may have jobs to go on with after a restart: a hint, rebuilt from the guilds when it is missing. */
  guildsWithOpenJobs(): Promise<readonly GuildId[]>;
  /** Deletes everything a guild knows, bytes included. */
  deleteGuild(id: GuildId): Promise<void>;
  close(): Promise<void>;
}
