import { ApplicationCommandOptionType, DefaultRestOptions, type ChatInputCommandInteraction } from 'discord.js';
import type { Command } from '../app/command.ts';
import { fileOptionsOf, sizeProblem, textOf } from '../app/file-option.ts';
import type { Parsed } from '../app/option.ts';

/** How long Discord may take to hand over a file of a few KB, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** What an interaction attached to a command's options. */
type Attached = NonNullable<ReturnType<ChatInputCommandInteraction['options']['getAttachment']>>;

/**
 * The texts of attached files, by their options; or one sentence. Only the addresses that Discord itself gives for
 * attachments are asked, and only Discord answers there: no web site is met on this way.
 */
export async function attachedTexts(
  command: Command,
  { options }: ChatInputCommandInteraction,
): Promise<
  { readonly ok: true; readonly texts: ReadonlyMap<string, string> } | { readonly ok: false; readonly sentence: string }
> {
  const texts = new Map<string, string>();
  for (const [name, maxBytes] of fileOptionsOf(command)) {
    const attached = options.getAttachment(name);
    if (attached === null) continue;
    const text = await textIn(attached, maxBytes);
    if (!text.ok) return { ok: false, sentence: `Option ${name} ${text.problem}.` };
    texts.set(name, text.value);
  }
  return { ok: true, texts };
}

/** Discord said how large it is before a byte of it is asked for. */
async function textIn({ url, size }: Attached, maxBytes: number): Promise<Parsed<string>> {
  const problem = sizeProblem(size, maxBytes);
  if (problem !== null) return { ok: false, problem };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await DefaultRestOptions.makeRequest(url, { method: 'GET', signal });
    if (answer.ok) return textOf(new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // Said below: who asked can only try again.
  }
  return { ok: false, problem: 'could not be had from Discord: attach the file once more' };
}

/** Whether an option's value is an attachment, which stands elsewhere in the interaction. */
export function isAttached({ type }: { readonly type: ApplicationCommandOptionType }): boolean {
  return type === ApplicationCommandOptionType.Attachment;
}
