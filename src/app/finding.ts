import type { Audience } from '../knowledge/bindings.ts';
import { isAnswerable, isSurelyAnswerable, type Evidence } from '../knowledge/evidence.ts';
import type { Translation } from '../knowledge/questions.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { ModelTrouble, PaidModel, Retrieval } from '../odin/answer.ts';
import { searchTextOf } from '../odin/follow-up.ts';
import { evidenceFrom } from '../odin/given.ts';
import { baseLanguage, languageName, languageOf } from '../odin/language.ts';
import { taughtFor } from '../odin/taught.ts';
import { translate } from '../odin/translate.ts';

/** Passages looked at for one answer. */
const PASSAGES = 8;
/** Pages whose language is told by their words where none gives it, and characters of each. */
const SAMPLES = 5;
const SAMPLE_LENGTH = 400;

export interface Sought {
  readonly question: string;
  readonly audience: Audience;
  /** Nobody asked Heimdall: what it is not sure of is not answerable. */
  readonly isUnasked: boolean;
  /** The question before it in its thread. */
  readonly before: string | null;
  /** Who translates; null: it is searched as it was asked. */
  readonly translator: PaidModel | null;
  readonly signal: AbortSignal;
}

export interface Finding {
  readonly retrieval: Retrieval;
  /** What else was searched for: the question in the pages' language. */
  readonly translation: Translation | null;
  /** Why it was not translated although it should have been; for the admin, quietly. */
  readonly trouble: ModelTrouble | null;
}

/** Finds what a guild knows about a question; one in another language than the pages is searched in theirs, too. */
export async function find(guild: GuildKnowledge, sought: Sought): Promise<Finding> {
  const { question, audience, isUnasked, before, translator } = sought;
  const text = searchTextOf(question, before);
  const lessons = await guild.taught(audience);
  const asAsked = await guild.retrieve(text, PASSAGES, audience);
  const taughtAsAsked = taughtFor(question, lessons);
  const wanted = translator === null || taughtAsAsked.length > 0 ? null : await otherLanguage(guild, sought);
  // Where the pages speak its language as well, it is translated only if that was not enough.
  const needed = wanted !== null && !(wanted.isKnown && isAnswerable(asAsked));
  const { translation, trouble } = needed ? await translated(guild, text, wanted.main, sought) : NOT_TRANSLATED;
  const found = translation === null ? asAsked : await guild.retrieve(text, PASSAGES, audience, [translation.words]);
  const taught = translation === null ? taughtAsAsked : taughtFor(translation.words, lessons);
  return {
    retrieval: {
      evidence: [...taught, ...evidenceFrom(found.passages, taught.length + 1)],
      answerable: taught.length > 0 || (isUnasked ? isSurelyAnswerable(found) : isAnswerable(found)),
      words: [question, translation?.words ?? '', ...meantWords(found.evidence)].join(' '),
    },
    translation,
    trouble,
  };
}

/** Words that were looked for, misspelt ones repaired and turns in the words of manuals: quotations are chosen by them. */
function meantWords({ words }: Evidence): readonly string[] {
  return words.filter(({ certain }) => certain).map(({ used }) => used);
}

const NOT_TRANSLATED = { translation: null, trouble: null } as const;

/** The pages' main language where the question is in another one, and whether some pages are in the question's. */
async function otherLanguage(
  guild: GuildKnowledge,
  { question, audience }: Sought,
): Promise<{ readonly main: string; readonly isKnown: boolean } | null> {
  const asked = await languageOf(question);
  if (asked === null) return null;
  const known = await pageLanguages(guild, audience);
  const [main] = known;
  return main === undefined || main === asked ? null : { main, isKnown: known.includes(asked) };
}

async function translated(
  guild: GuildKnowledge,
  text: string,
  language: string,
  { question, translator, signal }: Sought,
): Promise<Pick<Finding, 'translation' | 'trouble'>> {
  const kept = text === question ? await guild.translationKept(question, language) : null;
  if (kept !== null) return { translation: kept, trouble: null };
  if (translator === null) return NOT_TRANSLATED;
  const said = await translate(text, languageName(language), translator, signal);
  if (!said.ok) return { translation: null, trouble: said.trouble };
  return { translation: { language, words: said.words }, trouble: null };
}

/** Languages of the pages that an audience sees, the most frequent first: as pages give them, else by their words. */
export async function pageLanguages(guild: GuildKnowledge, audience: Audience): Promise<readonly string[]> {
  const given = (await guild.languages(audience)).map(baseLanguage).filter((language) => language !== null);
  if (given.length > 0) return [...new Set(given)];
  const samples = await guild.pageBeginnings(SAMPLES, audience);
  const told = await Promise.all(samples.map((text) => languageOf(text.slice(0, SAMPLE_LENGTH))));
  const counts = new Map<string, number>();
  for (const language of told) if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
}
