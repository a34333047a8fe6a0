import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseUrl } from '../src/parse-url.ts';

it('reads an address with Latin-1 letters however often it has been called', () => {
  for (let n = 0; n < 100_000; n++) parseUrl(`https://a.example/${n}`);
  expect(parseUrl('https://bücher.example/ü')?.href).toBe('https://xn--bcher-kva.example/%C3%BC');
  expect(parseUrl('/ü', 'https://a.example/')?.href).toBe('https://a.example/%C3%BC');
  expect(parseUrl('https://')).toBeNull();
});

it('is used in place of URL.canParse everywhere', () => {
  const root = join(import.meta.dirname, '../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const wrong = files.filter((name) => /URL\.canParse\(/.test(readFileSync(join(root, name), 'utf8')));
  expect(wrong).toEqual([]);
});
