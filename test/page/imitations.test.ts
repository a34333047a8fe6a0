import { describe, expect, it } from 'vitest';
import { pageOf } from './reading.ts';
import { structureOf } from './reparsed.ts';
import { plain } from './score.ts';
import { CODE, FIRST, NOTE, siteImitations, TITLE } from './site-generators.ts';
import { referenceImitations } from './reference-generators.ts';
import { toolImitations } from './tool-generators.ts';

/** What is around the content of the imitated pages, in the words of their generators. */
const CHROME =
  /Quick start|Signatures|Skip to|Copy|Edit (?:this )?page|Edit on|Suggest|On this page|Previous|Next|Was this|helpful|Powered by|Made with|Built with|Back to top|Section titled|Direct link|Last updated|old version|no longer actively|Version 3 is|Read the Docs|© 2026|feedback|¶|Sign in|copied|Hook\(\)|1,204/i;

describe.each([...siteImitations, ...toolImitations, ...referenceImitations])(
  'a page in the manner of $name',
  ({ html, keeps = [], without = [] }) => {
    const page = pageOf(html);
    const { codes, headings, tables, strange } = structureOf(page.markdown);
    const text = plain(page.markdown);

    it('has its title, its headings at their levels, and their ids', () => {
      expect(page.title).toContain(TITLE);
      expect(headings[0]?.text).toBe(TITLE);
      const section = headings.find((heading) => heading.text === 'Pauses');
      if (!without.includes('levels')) expect((section?.depth ?? 0) - (headings[0]?.depth ?? 0)).toBe(1);
      if (!without.includes('anchor')) expect(page.passages.at(-1)?.anchor ?? '').toMatch(/pauses|retries/i);
    });

    it('has its text, code, table and note', () => {
      for (const words of [FIRST, ...keeps]) expect(text).toContain(plain(words));
      if (!without.includes('code')) expect(codes.map((code) => code.text)).toContain(CODE);
      const code = codes.find((block) => block.text === CODE);
      if (code && !without.includes('language')) expect(code.language).toMatch(/^(?:bash|sh|shell|console)$/);
      if (!without.includes('table'))
        expect(tables.map((table) => table.map((row) => row.join()))).toContainEqual([
          'Attempt,Pause',
          'First,1 minute',
          'Second,1 hour',
        ]);
      if (!without.includes('note'))
        expect(page.markdown).toMatch(new RegExp(`\\*\\*(?:note|tip|important|info)[^*\n]*\\*\\*[\\s>]*${NOTE}`, 'i'));
    });

    it('has nothing that surrounds it', () => {
      expect(text).not.toMatch(CHROME);
      expect(strange).toEqual([]);
    });
  },
);
