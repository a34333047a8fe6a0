import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Offer, Paging } from '../app/view.ts';
import { customIdOf, type JobAction, type Press } from './custom-id.ts';

type Row = APIActionRowComponent<APIButtonComponentWithCustomId>;
type Style = APIButtonComponentWithCustomId['style'];
type Button = readonly [label: string, style: Style, press: Press, disabled: boolean];

/** What was asked, and by whom. */
export type Question = Omit<Extract<Press, { kind: 'again' }>, 'kind'>;

const JOB_BUTTONS: Readonly<Record<JobAction, readonly [label: string, style: Style]>> = {
  cancel: ['Cancel', ButtonStyle.Danger],
  retry: ['Retry failed', ButtonStyle.Secondary],
  continue: ['Continue', ButtonStyle.Primary],
  discard: ['Discard its pages', ButtonStyle.Danger],
};

/** A row of a job's buttons; none for no actions. */
export function jobButtons(jobId: number, actions: readonly JobAction[]): readonly Row[] {
  return rowOf(actions.map((action) => [...JOB_BUTTONS[action], { kind: 'job', action, jobId }, false]));
}

/** Back and forward through a list, each disabled where nothing is; no row for a list of one page. */
export function pageButtons(asked: Question, { path, options, previous, next }: Paging): readonly Row[] {
  if (previous === null && next === null) return [];
  const to = (from: number): Press => ({ ...asked, kind: 'again', path, options: { ...options, from: String(from) } });
  // A button that leads nowhere still needs an id of its own.
  return rowOf([
    ['Previous', ButtonStyle.Secondary, to(previous ?? 0), previous === null],
    ['Next', ButtonStyle.Secondary, to(next ?? -1), next === null],
  ]);
}

/** The button of what is offered. */
export function offerButton(asked: Question, { label, destroys, options, path }: Offer): readonly Row[] {
  const merged = Object.entries(path === undefined ? { ...asked.options, ...options } : options);
  const given = Object.fromEntries(merged.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
  const style = destroys ? ButtonStyle.Danger : ButtonStyle.Primary;
  return rowOf([[label, style, { ...asked, kind: 'again', path: path ?? asked.path, options: given }, false]]);
}

function rowOf(buttons: readonly Button[]): readonly Row[] {
  const components = buttons.flatMap(([label, style, press, disabled]): readonly APIButtonComponentWithCustomId[] => {
    const id = customIdOf(press);
    return id === null ? [] : [{ type: ComponentType.Button, label, style, custom_id: id, disabled }];
  });
  return components.length === 0 ? [] : [{ type: ComponentType.ActionRow, components }];
}
