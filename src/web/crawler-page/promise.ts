/** Where on the page a promise stands. */
export type Topic =
  | 'identity'
  | 'requests'
  | 'robots'
  | 'marks'
  | 'pace'
  | 'reach'
  | 'weekly'
  | 'watch'
  | 'sync'
  | 'link'
  | 'copies'
  | 'form';

export interface SitePromise {
  readonly id: string;
  readonly topic: Topic;
  /** As the page says it; its numbers are those the code runs on. */
  readonly sentence: string;
}
