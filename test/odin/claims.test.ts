import { describe, expect, it } from 'vitest';
import { claimsOf, completedPart } from '../../src/odin/claims.ts';

const short = (answer: string): readonly string[] =>
  claimsOf(answer).map((claim) =>
    claim.kind === 'code'
      ? `code ${claim.lines.join('|')} ${claim.cited.join()}`
      : `${claim.mark}${claim.text} ${claim.cited.join()}`,
  );

describe('an answer cut into claims', () => {
  it.each<[string, string, readonly string[]]>([
    ['citations before the full stop', 'Keys rotate [1]. They expire [2].', ['Keys rotate. 1', 'They expire. 2']],
    ['citations after the full stop', 'Keys rotate. [1] They expire. [2]', ['Keys rotate. 1', 'They expire. 2']],
    ['several in one bracket, and in several', 'Keys rotate [1, 3][4].', ['Keys rotate. 1,3,4']],
    ['other brackets', 'Keys rotate【2†source】. They expire[^3].', ['Keys rotate. 2', 'They expire. 3']],
    ['no citation', 'Keys rotate.', ['Keys rotate. ']],
    ['list items', '- One [1]\n- Two [2]\n3. Three [1]', ['- One 1', '- Two 2', '3. Three 1']],
    ['abbreviations', 'Use a tool, e.g. Vault, for keys [1].', ['Use a tool, e.g. Vault, for keys. 1']],
    ['full stops in code', 'Call `keys.rotate(). Now` at once [1].', ['Call `keys.rotate(). Now` at once. 1']],
    ['what looks like a citation in code', 'Read `argv[1]` with `ls .` [2].', ['Read `argv[1]` with `ls .`. 2']],
    ['headings and rules say nothing', '## Keys\n---\nKeys rotate [1].', ['Keys rotate. 1']],
    [
      'a code block belongs to the sentence before it',
      'Run this [2]:\n```sh\nrotate\n```',
      ['Run this: 2', 'code rotate 2'],
    ],
    ['or to the one after it', '```sh\nrotate\n```\nThat rotates [1].', ['code rotate 1', 'That rotates. 1']],
    ['an unclosed block is none', 'Run this [1].\n```sh\nrotate', ['Run this. 1']],
    ['Chinese full stops', '密钥会轮换[1]。它们会过期[2]。', ['密钥会轮换。 1', '它们会过期。 2']],
  ])('%s', (_, answer, claims) => expect(short(answer)).toEqual(claims));

  it.each([
    ['Keys rotate [1]. They exp', 'Keys rotate [1].'],
    ['Keys rot', ''],
    ['Keys rotate [1].\n```sh\nrot', 'Keys rotate [1].\n'],
    ['Keys rotate [1].\n```sh\nrotate\n```\n', 'Keys rotate [1].\n```sh\nrotate\n```\n'],
    ['Keys rotate [1]', ''],
  ])('of "%s" as much as is complete is shown', (answer, part) => expect(completedPart(answer)).toBe(part));
});
