import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { ResultFile, View, ViewItem } from '../app/view.ts';
import { textFile, type Body, type BodyFile } from './body.ts';
import { inSlashNotation } from './groups.ts';
import { linked, plain, plainLine, shortened } from './text.ts';

/** Limits of one embed and of all embeds of a message (Discord's documentation, "Embed Limits"). */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4096;
const MAX_FIELDS = 25;
const MAX_FIELD_NAME = 256;
const MAX_FIELD_VALUE = 1024;
const MAX_IN_ALL = 6000;
/** Longest line of a view that is shown whole; a passage or an address may be longer. */
const MAX_LINE = 500;
/** Room for the line that says what is left out. */
const MAX_REST_LINE = 80;

export const COLOURS: Readonly<Record<View['tone'], number>> = {
  good: 0x3b_a5_5d,
  neutral: 0x58_65_f2,
  warning: 0xfa_a6_1a,
  bad: 0xed_42_45,
};

/**
 * A view as a message within every limit (rule 12.3). What does not fit is left out at a line's end and said, and the
 * whole comes as a file, unless the result brings one of its own.
 */
export function renderView(view: View, file?: ResultFile): Body {
  const fields = fieldsOf(view);
  const title = shortened(plainLine(view.title), MAX_TITLE);
  const used = title.length + fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const text = (view.text ?? []).map((paragraph) => plain(inSlashNotation(paragraph)));
  const lines = [...text, ...(view.markdown?.split('\n') ?? []), ...(view.items ?? []).flatMap(itemLines)];
  const { shown, left } = fitting(lines, Math.min(MAX_DESCRIPTION, MAX_IN_ALL - used));
  const embed: APIEmbed = {
    title: title === '' ? '…' : title,
    color: COLOURS[view.tone],
    ...(shown === '' ? {} : { description: shown }),
    ...(fields.length === 0 ? {} : { fields }),
  };
  return { embeds: [embed], files: filesOf(view, file, left > 0) };
}

function filesOf(view: View, file: ResultFile | undefined, cut: boolean): readonly BodyFile[] {
  return [
    ...(file === undefined ? [] : fileOf(file)),
    ...(view.document === undefined ? [] : [textFile(`${slugOf(view.title)}.md`, view.document)]),
    ...(cut && file === undefined ? [textFile('all-of-it.txt', textOf(view))] : []),
  ];
}

/** A file as large as nobody knows is none for a message. */
function fileOf(file: ResultFile): readonly BodyFile[] {
  if ('text' in file) return [textFile(file.name, file.text)];
  return 'bytes' in file ? [{ name: file.name, data: Buffer.from(file.bytes) }] : [];
}

/** Fields take at most half of the message: the description is what was asked for. */
function fieldsOf({ fields = [] }: View): APIEmbedField[] {
  const shown: APIEmbedField[] = [];
  let used = 0;
  for (const [name, value] of fields) {
    if (value === '' || shown.length === MAX_FIELDS) continue;
    const field = {
      name: shortened(plainLine(name), MAX_FIELD_NAME),
      value: shortened(plain(shortened(value, MAX_FIELD_VALUE)), MAX_FIELD_VALUE),
      inline: value.length <= 40,
    };
    const size = field.name.length + field.value.length;
    // A shorter one that comes later may still have room.
    if (used + size > MAX_IN_ALL / 2) continue;
    used += size;
    shown.push(field);
  }
  return shown;
}

function itemLines({ title, url, lines = [], rows = [] }: ViewItem): readonly string[] {
  const name = shortened(plainLine(title), MAX_LINE);
  return [
    `**${url === undefined ? name : linked(name, url)}**`,
    ...lines.map((line) => shortened(plainLine(inSlashNotation(line)), MAX_LINE)),
    ...rows.map((row) => shortened(plainLine(row.filter((cell) => cell !== '').join(' ')), MAX_LINE)),
  ];
}

/** As many whole lines as there is room for, and how many are left. */
function fitting(lines: readonly string[], most: number): { readonly shown: string; readonly left: number } {
  const whole = lines.join('\n');
  if (whole.length <= most) return { shown: whole, left: 0 };
  const kept: string[] = [];
  let room = most - MAX_REST_LINE;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return { shown: [...kept, `… and ${left} more lines; the file has all of it.`].join('\n'), left };
}

/** The whole view as plain text, for a file. */
function textOf({ title, text = [], markdown, fields = [], items = [] }: View): string {
  return [
    title,
    ...text,
    ...(markdown === undefined ? [] : [markdown]),
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...items.flatMap((item) => [
      '',
      item.title,
      ...(item.url === undefined ? [] : [item.url]),
      ...(item.lines ?? []),
      ...(item.rows ?? []).map((row) => row.join('  ')),
    ]),
    '',
  ].join('\n');
}

/** A file's name that says what is in it. */
function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return shortened(slug, 60).replace(/…$/, '') || 'page';
}
