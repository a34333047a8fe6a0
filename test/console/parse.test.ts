import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { noCommon, type Line } from '../../src/console/line.ts';
import { parseArguments, parseSlash } from '../../src/console/parse.ts';

const shell = (line: string): Line => parseArguments(line.split(' ').filter(Boolean), commands);
const slash = (line: string): Line => parseSlash(line, commands);

/** What a line comes to, for short: the command with its raw options, or the sentence. */
function brief(line: Line): unknown {
  if (line.kind === 'command') return [line.command.path.join(' '), Object.fromEntries(line.raw)];
  return line.kind === 'wrong' ? line.sentence : line.kind;
}

describe('a shell line', () => {
  it.each([
    ['knowledge list', ['knowledge list', {}]],
    [
      'knowledge crawl --url https://a.example --pages 5 --preview',
      ['knowledge crawl', { url: 'https://a.example', pages: '5', preview: '' }],
    ],
    [
      'knowledge crawl --url=https://a.example/?a=b --preview=no',
      ['knowledge crawl', { url: 'https://a.example/?a=b', preview: 'no' }],
    ],
    ['--json --data /tmp/x knowledge list', ['knowledge list', { json: '', data: '/tmp/x' }]],
    ['knowledge jobs --job 3 --file x.csv', ['knowledge jobs', { job: '3', file: 'x.csv' }]],
    ['', 'console'],
    ['--data /tmp/x', 'console'],
    ['demo', 'demo'],
    ['--version', 'version'],
    ['--help', 'help'],
    ['help', 'help'],
  ])('reads "%s"', (line, expected) => {
    expect(brief(shell(line))).toEqual(expected);
  });

  it('keeps a value with spaces, which a shell hands over as one word', () => {
    expect(brief(parseArguments(['knowledge', 'search', '--query', 'rotate the keys'], commands))).toEqual([
      'knowledge search',
      { query: 'rotate the keys' },
    ]);
  });

  it.each([
    ['knowlege crawl', 'There is no command "knowlege crawl". Commands are: knowledge, '],
    ['crawl', 'There is no command "crawl"; perhaps "knowledge crawl".'],
    ['knowledge', '"knowledge" needs one of: import, crawl'],
    ['knowledge crwl --url x', 'There is no "knowledge crwl", but there is: import, crawl'],
    ['knowledge crawl --link x', '"knowledge crawl" has no option link. Its options are: url, pages'],
    ['knowledge list --file x', '"knowledge list" has no option file.'],
    ['knowledge crawl --url a --url b', 'Option url is given twice.'],
    ['knowledge crawl --url', 'Option url needs a value: URL.'],
    ['knowledge crawl --url --preview', 'Option url needs a value: URL.'],
    ['knowledge crawl https://a.example', 'Write the address as an option: knowledge crawl --url https://a.example'],
    ['knowledge search --query a b', '"b" is one word too many'],
    ['knowledge list -x', '"-x" is no option: options are written --name value.'],
    ['knowledge list --guild ../x', 'Option guild takes 1 to 64 letters, digits, hyphens or underscores, not "../x".'],
    ['knowledge list --guild', 'Option guild needs a value: ID.'],
    ['knowledge list --json=perhaps', 'Option json is yes or no, not "perhaps".'],
    ['demo extra', 'There is no command "demo extra".'],
    ['--pages 3', 'There is no option pages here.'],
    ['help nonsense', 'There is no command "nonsense".'],
  ])('answers "%s" with one sentence that says what would be right', (line, beginning) => {
    const sentence = brief(shell(line));
    expect(sentence).toMatch(/^[^\n]+$/);
    expect(String(sentence).startsWith(beginning), String(sentence)).toBe(true);
  });

  it.each([
    ['knowledge crawl --help', ['knowledge crawl']],
    ['help knowledge crawl', ['knowledge crawl']],
    ['knowledge crawl -h --url', ['knowledge crawl']],
    ['knowledge --help', commands.filter(({ path }) => path[0] === 'knowledge').map(({ path }) => path.join(' '))],
    ['--help', commands.map(({ path }) => path.join(' '))],
  ])('takes "%s" for a question about those commands', (line, topic) => {
    const read = shell(line);
    expect(read.kind === 'help' ? read.topic.map(({ path }) => path.join(' ')) : read).toEqual(topic);
  });
});

describe('a slash line', () => {
  it.each([
    ['/knowledge list', ['knowledge list', {}]],
    ['knowledge list', ['knowledge list', {}]],
    [
      '/knowledge crawl url:https://a.example/x?y=1 pages:5 exclude:/a,/b preview:yes',
      ['knowledge crawl', { url: 'https://a.example/x?y=1', pages: '5', exclude: '/a,/b', preview: 'yes' }],
    ],
    [
      '/knowledge import urls:https://a.example https://b.example',
      ['knowledge import', { urls: 'https://a.example https://b.example' }],
    ],
    ['/knowledge search query:how do I limit:3', ['knowledge search', { query: 'how do I', limit: '3' }]],
    [
      '/knowledge search query:"limit: what is it" limit:3',
      ['knowledge search', { query: 'limit: what is it', limit: '3' }],
    ],
    ['/knowledge search query:std::vector note: this', ['knowledge search', { query: 'std::vector note: this' }]],
    [
      'knowledge crawl --url https://a.example --preview',
      ['knowledge crawl', { url: 'https://a.example', preview: '' }],
    ],
    ['/knowledge crawl https://a.example', 'Write the address as an option: knowledge crawl --url https://a.example'],
    [
      '/knowledge search qurey:x',
      '"knowledge search" has no option qurey. Its options are: query, limit, guild, data, json, help.',
    ],
    ['/knowledge list guild:../x', 'Option guild takes 1 to 64 letters, digits, hyphens or underscores, not "../x".'],
    ['/knowledge list data:/tmp', 'The data folder is chosen when Heimdall starts: heimdall --data DIR.'],
    ['/help knowledge crawl', 'help'],
  ])('reads "%s"', (line, expected) => {
    expect(brief(slash(line))).toEqual(expected);
  });

  it('takes over the common options that the console was started with', () => {
    const line = parseSlash('/knowledge list', commands, { ...noCommon, guild: 'mine', json: true });
    expect(line.kind === 'command' && line.common).toMatchObject({ guild: 'mine', json: true });
    const other = parseSlash('/knowledge list guild:other', commands, { ...noCommon, guild: 'mine' });
    expect(other.kind === 'command' && other.common.guild).toBe('other');
  });
});
