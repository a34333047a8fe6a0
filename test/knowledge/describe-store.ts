import { describe } from 'vitest';
import type { KnowledgeStore } from '../../src/knowledge/store.ts';
import { describeAttachments } from './describe-attachments.ts';
import { describeBindings } from './describe-bindings.ts';
import { describeJobs } from './describe-jobs.ts';
import { describePages } from './describe-pages.ts';
import { describeRemoval } from './describe-removal.ts';
import { describeSearch } from './describe-search.ts';
import { describeQuestions } from './describe-questions.ts';
import { describeVisits } from './describe-visits.ts';
import { describeStoreDoor } from './describe-store-door.ts';

/** Opens a store on an empty or used place of its own, such as a directory. */
export type OpenStore = (place: string) => Promise<KnowledgeStore>;

/** The promises of `KnowledgeStore`, the same for every backend. */
export function describeStore(name: string, open: OpenStore): void {
  describe(name, () => {
    describe('store', () => describeStoreDoor(open));
    describe('sources and pages', () => describePages(open));
    describe('removal', () => describeRemoval(open));
    describe('jobs', () => describeJobs(open));
    describe('visits', () => describeVisits(open));
    describe('questions', () => describeQuestions(open));
    describe('search', () => describeSearch(open));
    describe('bindings', () => describeBindings(open));
    describe('attachments', () => describeAttachments(open));
  });
}
