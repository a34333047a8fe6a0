import { expect, it } from 'vitest';
import { moduleCodeAt } from '../../src/page/module-code.ts';

it.each([
  ['an import', "import Tabs from '@theme/Tabs';", 1],
  ['an import over lines', "import {\n  One,\n} from './parts';\nText.", 3],
  ['an export', 'export const size = 3;', 1],
  ['an export over lines', 'export const toc = [\n  1,\n\n  2,\n];\nText.', 5],
  ['a default export', 'export default Layout;', 1],
  ['a default export of what a call returns', 'export default layout({ a: 1 });', 1],
  ['a default function', 'export default ({ children }) => <Layout>{children}</Layout>;', 1],
  ['an export from elsewhere', "export { One } from './parts';", 1],
  ['a sentence about default settings', 'export default settings to a file.', 0],
  ['a sentence about a keyword', 'export const is a keyword.', 0],
  ['a sentence with a note', 'export default settings (see below) to a file.', 0],
  ['a sentence with a name in quotes', "import the file 'a.csv'", 0],
  ['a sentence', 'import the file and go on', 0],
  ['an export that never ends', 'export const toc = [\nText.', 1],
])('code of the site is told from the page: %s', (_case, text, lines) => {
  expect(moduleCodeAt(text.split('\n'), 0)).toBe(lines);
});
