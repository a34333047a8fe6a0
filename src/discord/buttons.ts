import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIStringSelectComponent,
} from 'discord.js';
import type { Change, Choice, Offer, Paging } from '../app/view.ts';
import { createPressWriter, type JobAction, type Press, type PressWriter, type Question } from './custom-id.ts';
import { shortened } from './text.ts';

export type Row = APIActionRowComponent<APIButtonComponentWithCustomId | APIStringSelectComponent>;
type Style = APIButtonComponentWithCustomId['style'];
type Button = readonly [label: string, style: Style, press: Press, disabled: boolean];

const JOB_BUTTONS: Readonly<Record<JobAction, readonly [label: string, style: Style]>> = {
  cancel: ['Cancel', ButtonStyle.Danger],
  retry: ['Retry failed', ButtonStyle.Secondary],
  continue: ['Continue', ButtonStyle.Primary],
  discard: ['Discard its pages', ButtonStyle.Danger],
};

/** Characters of a menu's entry and of its value (Discord's documentation, "Select Option Structure"). */
const MAX_ENTRY = 100;
const MAX_PLACEHOLDER = 150;

/** A row of a job's buttons; none for no actions. */
export function jobButtons(jobId: number, actions: readonly JobAction[]): readonly Row[] {
  // A job's number fits into every custom id: nothing has to be kept.
  return rowOf(
    actions.map((action) => [...JOB_BUTTONS[action], { kind: 'job', action, jobId }, false]),
    createPressWriter(),
  );
}

/** Back and forward through a list, each disabled where nothing is; no row for a list of one page. */
export function pageButtons(
  asked: Question,
  { path, options, previous, next }: Paging,
  writer: PressWriter,
): readonly Row[] {
  if (previous === null && next === null) return [];
  const to = (from: number): Press => ({ ...asked, kind: 'again', path, options: { ...options, from: String(from) } });
  // A button that leads nowhere still needs an id of its own.
  return rowOf(
    [
      ['Previous', ButtonStyle.Secondary, to(previous ?? 0), previous === null],
      ['Next', ButtonStyle.Secondary, to(next ?? -1), next === null],
    ],
    writer,
  );
}

/** Whether an answer helped, for whoever reads it. */
export function ratingButtons(questionId: number, writer: PressWriter): readonly Row[] {
  return rowOf(
    [
      ['Helpful', ButtonStyle.Secondary, { kind: 'rate', good: true, questionId }, false],
      ['Not helpful', ButtonStyle.Secondary, { kind: 'rate', good: false, questionId }, false],
    ],
    writer,
  );
}

/** The buttons of what is offered, and of what may be changed. */
export function offerButtons(
  asked: Question,
  offer: Offer | undefined,
  changes: readonly Change[] | undefined,
  writer: PressWriter,
): readonly Row[] {
  return rowOf(
    [
      ...(offer === undefined ? [] : [offerButton(asked, offer)]),
      ...(changes ?? []).map((change) => changeButton(asked, change)),
    ],
    writer,
  );
}

function offerButton(asked: Question, { label, destroys, options, path }: Offer): Button {
  const merged = Object.entries(path === undefined ? { ...asked.options, ...options } : options);
  const given = Object.fromEntries(merged.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
  const style = destroys ? ButtonStyle.Danger : ButtonStyle.Primary;
  return [label, style, { ...asked, kind: 'again', path: path ?? asked.path, options: given }, false];
}

function changeButton(asked: Question, { label, options, path, given }: Change): Button {
  const about = path === undefined ? asked : { ...asked, path, options: given ?? {} };
  return [label, ButtonStyle.Secondary, { ...about, kind: 'change', names: options }, false];
}

/** A menu to choose from; entries that Discord would refuse are left out of it. */
export function choiceMenu(
  asked: Question,
  { label, option, always, most, entries }: Choice,
  writer: PressWriter,
): readonly Row[] {
  const shown = entries.filter(({ value }) => value.length <= MAX_ENTRY);
  if (shown.length === 0) return [];
  const options = { ...asked.options, [option]: always.join(',') };
  const menu: APIStringSelectComponent = {
    type: ComponentType.StringSelect,
    custom_id: writer.idOf({ ...asked, kind: 'choose', name: option, options }),
    placeholder: shortened(label, MAX_PLACEHOLDER),
    min_values: most === undefined ? 0 : 1,
    max_values: Math.min(most ?? shown.length, shown.length),
    options: shown.map(({ value, label: name, description, chosen }) => ({
      value,
      label: shortened(name, MAX_ENTRY),
      description: shortened(description, MAX_ENTRY),
      default: chosen,
    })),
  };
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}

function rowOf(buttons: readonly Button[], writer: PressWriter): readonly Row[] {
  if (buttons.length === 0) return [];
  const components = buttons.map(([label, style, press, disabled]): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    label,
    style,
    custom_id: writer.idOf(press),
    disabled,
  }));
  return [{ type: ComponentType.ActionRow, components }];
}
