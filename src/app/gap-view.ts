import type { Gap } from '../knowledge/questions.ts';
import type { Choice, Json, Result, ViewItem } from './view.ts';
import { counted, shownTime } from './wording.ts';

/** What nobody could answer, as the team sees it (rule 10.5). */

/** One of them, with what can be done about it. */
export function gapResult(gap: Gap): Result {
  const { id, question, state } = gap;
  const isOpen = state === 'open';
  return {
    kind: 'result',
    view: {
      tone: 'neutral',
      title: question,
      text: [
        `Gap ${id}, ${state}: ${factsOf(gap)}.`,
        ...(isOpen
          ? [
              `Read a page that answers it with /odin gaps gap:${id} url:URL, teach the answer with /odin teach gap:${id}, or ignore it with /odin gaps ignore:${id}.`,
            ]
          : [`Open it again with /odin gaps reopen:${id}.`]),
      ],
    },
    data: { gap: gapData(gap) },
    offer: isOpen
      ? { label: 'Ignore', destroys: false, path: ['odin', 'gaps'], options: { ignore: String(id) } }
      : { label: 'Open again', destroys: false, path: ['odin', 'gaps'], options: { reopen: String(id) } },
    changes: isOpen
      ? [
          { label: 'Read a page', path: ['odin', 'gaps'], given: { gap: String(id) }, options: ['url'] },
          { label: 'Teach', path: ['odin', 'teach'], given: { gap: String(id) }, options: ['answer'] },
        ]
      : [],
  };
}

export function gapItem(gap: Gap): ViewItem {
  return { title: `${gap.id}  ${gap.question}`, lines: [factsOf(gap)] };
}

/** A menu of them, to look at one. */
export function gapChoice(gaps: readonly Gap[]): Choice {
  return {
    label: 'Do something about one',
    option: 'gap',
    always: [],
    most: 1,
    entries: gaps.map((gap) => ({
      value: String(gap.id),
      label: gap.question,
      description: factsOf(gap),
      chosen: false,
    })),
  };
}

export function gapData(gap: Gap): { readonly [key: string]: Json } {
  return { ...gap, lastAskedAt: gap.lastAskedAt.toISOString() };
}

function factsOf({ asked, lastAskedAt, note }: Gap): string {
  return `asked ${counted(asked, 'time')}, last ${shownTime(lastAskedAt)}${note === null ? '' : `; ${note}`}`;
}
