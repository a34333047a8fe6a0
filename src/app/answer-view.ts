import type { Answer, ModelTrouble } from '../odin/answer.ts';
import type { Citation } from '../odin/citation.ts';
import type { Unsupported } from '../odin/ground.ts';
import { explainModelFailure } from '../odin/models/failure.ts';
import type { Ignorance } from './asking.ts';
import type { CitationMarks } from './citation-marks.ts';
import { headingPath } from './heading-path.ts';
import type { Json, View, ViewItem } from './view.ts';
import { shownTime } from './wording.ts';

/** An answer as it is shown. */
export function answerView(
  question: string,
  answer: Answer,
  { languages, partial }: Ignorance,
  marks: CitationMarks,
): View {
  if (answer.kind === 'answered') {
    return {
      tone: 'neutral',
      title: question,
      markdown: answer.text,
      items: answer.citations.map((citation) => sourceItem(citation, marks.get(citation.n))),
    };
  }
  return {
    tone: 'warning',
    title: 'I do not know',
    text: [
      `What I have read here does not answer "${question}".`,
      ...(languages.length === 0 ? [] : [`What I have read is in ${languages.join(', ')}: ask in that language.`]),
      ...(partial ? ['A source is only partly read so far; it may stand in the rest.'] : []),
      'Those who manage the server can add pages with /knowledge crawl, or teach me the answer with /odin teach.',
      ...(answer.nearest.length === 0 ? [] : ['The nearest that I have:']),
    ],
    items: answer.nearest.map((citation) => sourceItem(citation)),
  };
}

/** A part of an answer while it is written. */
export function draftView(question: string, text: string, citations: readonly Citation[]): View {
  return {
    tone: 'neutral',
    title: question,
    markdown: `${text} …`,
    items: citations.map((citation) => sourceItem(citation)),
  };
}

/** An answer for programs (design section 6.1). */
export function answerData(answer: Answer): { readonly [key: string]: Json | undefined } {
  const citations = answer.kind === 'answered' ? answer.citations : [];
  return {
    answered: answer.kind === 'answered',
    text: answer.kind === 'answered' ? answer.text : '',
    citations: citations.map(({ n, url, title, headings, fetchedAt, taught }) => ({
      n,
      url: taught ? null : (url.split('#')[0] ?? url),
      anchor: url.includes('#') ? url.slice(url.indexOf('#') + 1) : null,
      title,
      headings,
      fetchedAt: fetchedAt.toISOString(),
      taught,
    })),
    by: answer.kind === 'answered' ? answer.by : null,
    ...(answer.trouble === null ? {} : { trouble: troubleSentence(answer.trouble) }),
  };
}

/** What went wrong with the model, in one sentence for the admin. */
export function troubleSentence(trouble: ModelTrouble): string {
  if (trouble.kind === 'failed') return explainModelFailure(trouble.failure);
  if (trouble.kind === 'budget')
    return "Today's budget for the model is spent: raise it with /odin settings budget, or wait until tomorrow (UTC).";
  return `The model's answer was not shown: ${UNSUPPORTED[trouble.why]}.`;
}

const UNSUPPORTED: Readonly<Record<Unsupported, string>> = {
  data: 'it is data for a program, such as a JSON object, and no text',
  'nothing-cited': 'it says nothing that the pages say, or names no source',
  'mostly-uncited': 'most of it is not what the pages say, or names no source',
  'fake-citation': 'it names a source that it was not given',
  'foreign-number': 'a number or version in it stands on no page that it names',
  'foreign-code': 'code in it stands on no page that it names',
  'foreign-link': 'an address in it stands on no page that it names',
};

/** The same for a server's admins, and what kind it is; null for what is no trouble of the model's, or was told before. */
export function troubleView(trouble: ModelTrouble): { readonly kind: string; readonly view: View } | null {
  const kind =
    trouble.kind === 'failed' ? trouble.failure.code : trouble.kind === 'unsupported' ? trouble.why : trouble.kind;
  // A model that rests failed before, which was told then.
  if (kind === 'cancelled' || kind === 'resting') return null;
  return {
    kind,
    view: {
      tone: 'warning',
      title: 'The model did not answer a question',
      text: [
        troubleSentence(trouble),
        'Whoever asked got what the pages say, word for word. This is told once a day, if it goes on.',
      ],
    },
  };
}

function sourceItem({ n, url, title, headings, fetchedAt, taught }: Citation, mark?: string): ViewItem {
  const name = headingPath(title || url, headings);
  return taught
    ? { title: `[${n}] ${name}`, lines: [`taught by this server's team, ${shownTime(fetchedAt).slice(0, 10)}`] }
    : {
        title: `[${n}] ${name}`,
        url,
        lines: [[`as of ${shownTime(fetchedAt).slice(0, 10)}`, mark].filter((word) => word !== undefined).join('; ')],
      };
}
