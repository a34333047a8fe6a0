import { describe, expect, it } from 'vitest';
import { groupSite } from '../../src/crawler/site-groups.ts';

const ORIGIN = 'https://docs.example.org';

/** `path: pages`, as the groups of a sitemap with these paths. */
function groupsOf(paths: readonly string[]): Readonly<Record<string, number>> {
  const groups = groupSite(paths.map((path) => ORIGIN + path));
  return Object.fromEntries(groups.map(({ path, pages }) => [path, pages]));
}

/** Each of these pages below each of these folders. */
function below(folders: readonly string[], pages: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => pages.map((page) => folder + page));
}

const PAGES = ['', 'install', 'guide/first-steps', 'reference/api.html'];

describe('the groups of a sitemap', () => {
  it.each<[string, readonly string[], Readonly<Record<string, number>>]>([
    [
      'Docusaurus: the present version at the root, older and newer ones beside it',
      below(['/docs/', '/docs/next/', '/docs/1.0.0/', '/docs/2.x/'], PAGES),
      { '/docs/next/': 4, '/docs/1.0.0/': 4, '/docs/2.x/': 4 },
    ],
    [
      'Docusaurus: translations beside the default language',
      below(['/', '/ja/', '/zh-CN/', '/pt-BR/'], PAGES),
      { '/ja/': 4, '/zh-CN/': 4, '/pt-BR/': 4 },
    ],
    [
      'Read the Docs: language, then version',
      below(['/en/latest/', '/en/stable/', '/fr/latest/'], PAGES),
      { '/en/': 8, '/en/latest/': 4, '/en/stable/': 4, '/fr/': 4 },
    ],
    [
      'PostgreSQL: bare numbers, current and devel',
      below(['/docs/16/', '/docs/15/', '/docs/current/', '/docs/devel/'], ['sql.html', 'index.html']),
      { '/docs/15/': 2, '/docs/16/': 2, '/docs/current/': 2, '/docs/devel/': 2 },
    ],
    [
      'Kubernetes: translated addresses, English among them',
      ['/', ...below(['/docs/en/'], ['setup/']), '/docs/de/einrichtung/', '/docs/ko/settings/', '/docs/zh_TW/x/'],
      { '/docs/de/': 1, '/docs/en/': 1, '/docs/ko/': 1, '/docs/zh_TW/': 1 },
    ],
    [
      'Django: versions with a point, and a branch',
      below(['/en/5.1/', '/en/4.2/', '/en/dev/'], ['topics/db/']),
      { '/en/4.2/': 1, '/en/5.1/': 1, '/en/dev/': 1 },
    ],
    [
      'release branches and candidates',
      below(['/release-1.2/', '/v3.0-rc1/', '/5-1-stable/', '/2.0.0-beta.3/', '/main/'], ['a']),
      { '/release-1.2/': 1, '/v3.0-rc1/': 1, '/5-1-stable/': 1, '/2.0.0-beta.3/': 1, '/main/': 1 },
    ],
    ['one version of an interface beside other pages', ['/', '/a', '/b', '/api/v1/users'], { '/api/v1/': 1 }],
  ])('%s', (_site, paths, groups) => expect(groupsOf(paths)).toEqual(groups));

  it.each<[string, readonly string[]]>([
    ['everything in one language and version', ['/', '/en/', ...below(['/en/latest/'], PAGES)]],
    [
      'departments whose names are language codes too',
      ['/', ...below(['/it/', '/hr/'], ['index.html', 'team'].slice(0, 1))],
    ],
    ['posts by date', ['/', '/blog/2024/05/a', '/blog/2023/11/b', '/blog/2024-05-01/c']],
    ['pages of a list', ['/', '/news/page/1/', '/news/page/2/', '/news/page/3/']],
    [
      'issues, which all have the same parts',
      below(
        Array.from({ length: 60 }, (_, n) => `/issues/${n}/`),
        ['comments'],
      ),
    ],
    ['ordinary words', ['/', '/next/steps', '/about/us', '/stable/horses', '/docs/main.html']],
    ['files that are named like a version', ['/', '/v1.2', '/de']],
    ['nothing', []],
  ])('leaves alone: %s', (_site, paths) => expect(groupsOf(paths)).toEqual({}));

  it('calls languages by their names, and begins with the largest', () => {
    const groups = groupSite(
      below(['/', '/de/', '/pt-BR/'], PAGES)
        .concat('/de/more')
        .map((path) => ORIGIN + path),
    );
    expect(groups.map(({ kind, name }) => [kind, name])).toEqual([
      ['language', 'de (German)'],
      ['language', 'pt-BR (Brazilian Portuguese)'],
    ]);
  });

  it('takes a sitemap of 50,000 addresses in a moment', () => {
    const folders = ['/en/', '/de/', '/fr/', '/issues/'].flatMap((folder) =>
      Array.from({ length: 250 }, (_, n) => `${folder}${n}/`),
    );
    const urls = below(
      folders,
      Array.from({ length: 50 }, (_, n) => `page-${n}`),
    ).map((path) => ORIGIN + path);
    const before = process.cpuUsage();
    expect(groupSite(urls).map(({ path }) => path)).toEqual(['/de/', '/en/', '/fr/']);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  });
});
