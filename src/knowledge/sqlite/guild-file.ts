import type { Database } from 'better-sqlite3';
import { prepareAttachments, type Attachments } from './attachments.ts';
import { prepareBindings, type BindingsFile } from './bindings.ts';
import { prepareChores, type Chores } from './chores.ts';
import { prepareErasure, type Erasure } from './erasure.ts';
import { prepareGaps, type Gaps } from './gaps.ts';
import { prepareFreshness, type FreshnessFile } from './freshness.ts';
import { prepareHostRemoval, type HostRemoval } from './host-removal.ts';
import { prepareJobRobots, type JobRobots } from './job-robots.ts';
import { prepareJobUrls, type JobUrls } from './job-urls.ts';
import { prepareJobs, type Jobs } from './jobs.ts';
import { prepareLatent, type Latent } from './latent.ts';
import { preparePageMoves, type PageMoves } from './page-moves.ts';
import { preparePages, type Pages } from './pages.ts';
import { preparePassages, type Passages } from './passages.ts';
import { prepareProvenance, type Provenance } from './provenance.ts';
import { prepareRemovals, type Removals } from './removals.ts';
import { prepareQuestions, type Questions } from './questions.ts';
import { prepareSearch, type Search } from './search.ts';
import { prepareSettings, type Settings } from './settings.ts';
import { prepareSourceMoves, type SourceMoves } from './source-moves.ts';
import { prepareSources, type Sources } from './sources.ts';
import { prepareVectors, type Vectors } from './vectors.ts';
import { prepareTotal } from './word-choice.ts';

/** A guild's database while it is open, its statements prepared once. */
export interface GuildFile {
  readonly db: Database;
  readonly sources: Sources;
  readonly sourceMoves: SourceMoves;
  readonly pages: Pages;
  readonly pageMoves: PageMoves;
  readonly removals: Removals;
  readonly passages: Passages;
  readonly freshness: FreshnessFile;
  readonly bindings: BindingsFile;
  readonly search: Search;
  /** How many passages there are, about. */
  readonly size: () => number;
  readonly latent: Latent;
  readonly vectors: Vectors;
  readonly settings: Settings;
  readonly jobs: Jobs;
  readonly jobUrls: JobUrls;
  readonly jobRobots: JobRobots;
  readonly provenance: Provenance;
  readonly attachments: Attachments;
  readonly questions: Questions;
  readonly gaps: Gaps;
  readonly chores: Chores;
  readonly erasure: Erasure;
  readonly hostRemoval: HostRemoval;
}

/** Prepares everything one open guild file is asked. */
export function prepareGuildFile(db: Database): GuildFile {
  const latent = prepareLatent(db);
  const erasure = prepareErasure(db, latent);
  const passages = preparePassages(db);
  const removals = prepareRemovals(db, passages);
  const pages = preparePages(db, passages, removals, erasure);
  const sources = prepareSources(db);
  const sourceMoves = prepareSourceMoves(db, removals);
  const jobRobots = prepareJobRobots(db);
  const pageMoves = preparePageMoves(db, { pages, removals, sources, sourceMoves });
  const freshness = prepareFreshness(db, { pages, pageMoves, removals, sources });
  return {
    db,
    sources,
    sourceMoves,
    pages,
    pageMoves,
    freshness,
    removals,
    passages,
    bindings: prepareBindings(db),
    search: prepareSearch(db, latent),
    size: prepareTotal(db),
    latent,
    vectors: prepareVectors(db),
    attachments: prepareAttachments(db),
    settings: prepareSettings(db),
    jobs: prepareJobs(db),
    jobUrls: prepareJobUrls(db, pages, freshness),
    jobRobots,
    provenance: prepareProvenance(db, jobRobots),
    questions: prepareQuestions(db, erasure),
    gaps: prepareGaps(db),
    erasure,
    chores: prepareChores(db, { pages, passages, sourceMoves, erasure }),
    hostRemoval: prepareHostRemoval(db, { pages, sources }),
  };
}
