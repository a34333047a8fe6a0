import { followJob } from '../app/follow-job.ts';
import { noProgress, progressed } from '../app/progress.ts';
import { receiptFile } from '../app/receipt-file.ts';
import type { Output, Result } from '../app/view.ts';
import type { JobHandle } from '../jobs/runner.ts';
import { textFile, type Body } from './body.ts';
import { actionsAfter, cardBody, pausedBody, receiptBody, type CardState } from './card-view.ts';
import { mistakeBody } from './mistake.ts';
import { deliverReceipt } from './deliver-receipt.ts';
import { createPen } from './pen.ts';
import { createSheet, type CardPlace, type Sheet, type SheetOptions } from './sheet.ts';
import type { Surface } from './surface.ts';

/** How often the card of a job that waits looks for its place in the queue, in milliseconds. */
const PLACE_POLL_MS = 2000;

/** Where a card comes from, and who asked for it. */
export interface CardOrigin {
  /** The answer that it is, for as long as its token lives; null after a restart. */
  readonly interaction: SheetOptions['interaction'];
  /** Null for a card that only its asker sees. */
  readonly place: CardPlace | null;
  readonly askerId: string;
}

/**
 * Shows a job from its first event to its receipt (rule 12.2). It only watches: whatever becomes of the message, the job
 * goes on. Never rejects.
 */
export async function showJob(
  surface: Surface,
  handle: JobHandle,
  outputs: AsyncIterable<Output>,
  { interaction, place, askerId }: CardOrigin,
): Promise<void> {
  const { app, clock } = surface;
  const { notes } = app.store;
  const sheet = createSheet({
    ...surface,
    interaction,
    place,
    moved: (where) => notes.set(noteOf(handle), writeOrigin(where, askerId)),
  });
  // Nobody finds a card that one person sees; who that is has to outlive a restart.
  if (place === null) await notes.set(noteOf(handle), writeOrigin(null, askerId));
  let state: CardState = { jobId: handle.jobId, spec: handle.spec, place: handle.place(), progress: noProgress };
  const pen = createPen(() => sheet.write(cardBody(state, app.clock.monotonic(), app.clock.now())), clock);
  const timer = setInterval(() => {
    const now = handle.place();
    if (now === state.place) return;
    // First: a pen that rests writes at once.
    state = { ...state, place: now };
    pen.touch();
  }, PLACE_POLL_MS);
  try {
    let result: Result | null = null;
    for await (const output of outputs) {
      if (output.kind === 'result') result = output;
      if (output.kind !== 'event') continue;
      state = {
        ...state,
        place: handle.place(),
        progress: progressed(state.progress, output.event, app.clock.monotonic()),
      };
      pen.touch();
    }
    await pen.finish(() => writeEnd(surface, sheet, handle, state, result, { place, askerId }));
  } catch (error) {
    const body = mistakeBody(error, surface);
    await pen.finish(async () => void (await sheet.writeLast(body)));
  } finally {
    clearInterval(timer);
  }
}

/** The receipt; or, when Heimdall stops, that the job goes on later: then the card's place is kept until it does. */
async function writeEnd(
  surface: Surface,
  sheet: Sheet,
  handle: JobHandle,
  state: CardState,
  result: Result | null,
  { place, askerId }: Omit<CardOrigin, 'interaction'>,
): Promise<void> {
  if (result === null || state.progress.totals.end === 'interrupted') return sheet.write(pausedBody(state));
  const body = await endBody(surface, handle, state, result);
  const seen = await sheet.writeLast(body);
  if (!seen || place === null) await deliverReceipt(surface, handle, body, { askerId, seen });
  await surface.app.store.notes.set(noteOf(handle), null);
}

async function endBody({ app }: Surface, handle: JobHandle, state: CardState, { view }: Result): Promise<Body> {
  const { jobId, spec, progress } = state;
  const guild = await app.store.guild(handle.guildId);
  const csv = guild.ok ? receiptFile(jobId, await guild.value.urlsOf(jobId)) : null;
  const actions = actionsAfter(spec, progress.totals);
  return receiptBody(jobId, view, csv === null ? null : textFile(csv.name, csv.text), actions);
}

/** Goes on with the cards of jobs that a restart interrupted, where they stand. */
export async function resumeCards(surface: Surface, handles: readonly JobHandle[]): Promise<void> {
  await Promise.all(handles.map((handle) => resumeCard(surface, handle)));
}

async function resumeCard(surface: Surface, handle: JobHandle): Promise<void> {
  // Nobody but its card cancels a job that goes on.
  const outputs = followJob(handle, { clock: surface.app.clock, signal: new AbortController().signal });
  const origin = readOrigin(await surface.app.store.notes.get(noteOf(handle)));
  if (origin !== null) await showJob(surface, handle, outputs, { interaction: null, ...origin });
}

function noteOf({ guildId, jobId }: JobHandle): string {
  return `card:${guildId}:${jobId}`;
}

function writeOrigin(place: CardPlace | null, askerId: string): string {
  return `${place === null ? '' : `${place.channelId}/${place.messageId}`} ${askerId}`;
}

function readOrigin(note: string | null): Omit<CardOrigin, 'interaction'> | null {
  const [, channelId, messageId, askerId] = /^(?:(\d+)\/(\d+))? (\d+)$/.exec(note ?? '') ?? [];
  if (askerId === undefined) return null;
  return { place: channelId === undefined || messageId === undefined ? null : { channelId, messageId }, askerId };
}
