import { removalSentences, type RemovedPage, type RemovedSource } from '../knowledge/removal.ts';
import { sourceName } from './guild.ts';
import type { Json, ViewItem } from './view.ts';
import { counted, shownTime } from './wording.ts';

/** A removed page in a list: why, and until when it can be put back. */
export function removedPageItem({ id, url, title, why, eraseAt }: RemovedPage): ViewItem {
  const lines = [`${removalSentences[why]}; can be put back until ${shownTime(eraseAt)}`];
  return { title: `${id}  ${title || '(no title)'}`, url, lines };
}

export function removedPageData({ id, url, title, why, removedAt, eraseAt }: RemovedPage): Json {
  return { id, url, title, why, removedAt: removedAt.toISOString(), eraseAt: eraseAt.toISOString() };
}

/** A removed source in a list: what comes back with it, and until when. */
export function removedSourceItem(source: RemovedSource): ViewItem {
  const { id, spec, pages, eraseAt } = source;
  return {
    title: `${id}  ${sourceName(source)}`,
    lines: [`${spec.kind}, ${counted(pages, 'page')}, can be put back until ${shownTime(eraseAt)}`],
  };
}

export function removedSourceData({ id, spec, pages, removedAt, eraseAt }: RemovedSource): Json {
  return {
    id,
    kind: spec.kind,
    urls: spec.kind === 'page' ? [spec.url] : spec.startUrls,
    pages,
    removedAt: removedAt.toISOString(),
    eraseAt: eraseAt.toISOString(),
  };
}
