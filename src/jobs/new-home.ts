import { createTextMemory } from '../crawler/novelty.ts';
import type { CheckedPage, PageVerdict } from '../knowledge/freshness.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { ledAway } from './check-answer.ts';
import { mayLive } from './moved-start.ts';

/** A page that was read at the address it redirects to for good. */
type Move = Extract<PageVerdict, { kind: 'read' }>;

/**
 * A permanent redirect is believed at once where the text came along. One that leads to another text may be a maintenance
 * page, a parked domain or a login, the same for all: it counts as missing, and is followed when the site says so a week
 * later still. The old copy can be restored then; it is nothing but gone where the text that is met is stored elsewhere.
 * A start URL takes its whole site along, out of the scope that an admin chose: that no week of another text brings about.
 */
export async function newHome(guild: GuildKnowledge, page: CheckedPage, found: Move): Promise<PageVerdict> {
  const { movedSites: _, ...move } = found;
  const { sourceId, url, page: content, fetchedAt } = move.page;
  if (content.contentHash === page.contentHash) return found;
  const stored = await guild.page(page.pageId);
  if (stored !== null && sayTheSame(stored.markdown, content.markdown)) return found;
  if (!mayLive(url, page)) return { kind: 'unreadable', reason: 'redirected-out-of-scope', note: url };
  const verdict = ledAway(url, page, fetchedAt);
  if (verdict.kind === 'missing') return verdict;
  const twin = await guild.twinOf(sourceId, content.contentHash, page.url);
  if (twin === null || twin.url === url || verdict.kind !== 'gone') return { ...move, keepsOld: true };
  return { ...verdict, note: `It redirects to ${url} now, which says the same as ${twin.url}.` };
}

/** Of the phrases of two texts that count as one page, old and new, at least so many are in both. */
const SHARED = 3 / 4;

/** Links are no text: those of a page that moved lead elsewhere. */
function sayTheSame(one: string, other: string): boolean {
  return newIn(other, one) <= 1 - SHARED && newIn(one, other) <= 1 - SHARED;
}

function newIn(text: string, known: string): number {
  const memory = createTextMemory();
  memory.take(known);
  return memory.take(text).newPhrases;
}
