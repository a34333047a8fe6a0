import type { APIEmbed } from 'discord.js';
import type { Row } from './buttons.ts';

/** What a message shows: Discord's own forms, and files. Everything in it keeps Discord's limits already. */
export interface Body {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly Row[];
  readonly files?: readonly BodyFile[];
}

export interface BodyFile {
  readonly name: string;
  readonly data: Buffer;
}

/** The same as discord.js takes it, for an answer as for an edit: what is not there is taken away. */
export function messageOptions({ content = '', embeds = [], components = [], files = [] }: Body): {
  content: string;
  embeds: APIEmbed[];
  components: Row[];
  files: { name: string; attachment: Buffer }[];
} {
  return {
    content,
    embeds: [...embeds],
    components: [...components],
    files: files.map(({ name, data }) => ({ name, attachment: data })),
  };
}

/** Bytes of a file that every server takes; those with boosts take more. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const CUT_SHORT = '\n… cut here: the whole of it is too large for Discord.\n';

/** A text as a file; cut at a line's end, and saying so, where Discord would refuse it. */
export function textFile(name: string, text: string): BodyFile {
  const data = Buffer.from(text);
  if (data.length <= MAX_FILE_BYTES) return { name, data };
  const end = data.lastIndexOf('\n', MAX_FILE_BYTES - Buffer.byteLength(CUT_SHORT));
  return { name, data: Buffer.concat([data.subarray(0, Math.max(0, end)), Buffer.from(CUT_SHORT)]) };
}
