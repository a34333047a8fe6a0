import { PRODUCT_TOKEN } from '../../fetch/identity.ts';
import { code, heading, list, text, type Section } from '../document.ts';
import { sentencesOf } from './promises.ts';

/** What a robots.txt comes to for us: path -> may it be fetched? */
interface RobotsExample {
  readonly intent: string;
  readonly robots: readonly string[];
  readonly outcome: Readonly<Record<string, boolean>>;
  readonly crawlDelaySeconds?: number;
  readonly aiInput?: boolean;
}

/** The examples of the page. A test reads each with the product's own reader, and expects what stands here. */
export const robotsExamples: readonly RobotsExample[] = [
  {
    intent: 'Keep us off the whole site:',
    robots: [`User-agent: ${PRODUCT_TOKEN}`, 'Disallow: /'],
    outcome: { '/': false, '/docs/': false },
  },
  {
    intent: 'Keep us out of a part, and slow us down to one request in five seconds:',
    robots: [`User-agent: ${PRODUCT_TOKEN}`, 'Disallow: /private/', 'Crawl-delay: 5'],
    outcome: { '/': true, '/private/plans': false },
    crawlDelaySeconds: 5,
  },
  {
    intent: 'Let us read the documentation and nothing else:',
    robots: [`User-agent: ${PRODUCT_TOKEN}`, 'Allow: /docs/', 'Disallow: /'],
    outcome: { '/': false, '/blog/': false, '/docs/start': true },
  },
  {
    intent: 'Keep us away from search results and print versions:',
    robots: [`User-agent: ${PRODUCT_TOKEN}`, 'Disallow: /*?s=', 'Disallow: /*/print$'],
    outcome: { '/guide?s=keys': false, '/guide/print': false, '/guide/printing': true },
  },
  {
    intent: 'Let us in where all others are shut out:',
    robots: ['User-agent: *', 'Disallow: /', '', `User-agent: ${PRODUCT_TOKEN}`, 'Allow: /'],
    outcome: { '/': true, '/docs/': true },
  },
  {
    intent: 'Let your pages be found and quoted, and keep their text from language models:',
    robots: ['User-agent: *', 'Content-Signal: search=yes, ai-input=no', 'Allow: /'],
    outcome: { '/': true },
    aiInput: false,
  },
];

export const limiting: Section = {
  id: 'limit',
  title: 'Limit us, slow us down or keep us out',
  blocks: [
    heading('robots-txt', 'robots.txt'),
    text('HeimdallBot follows [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309). Copy what you need:'),
    ...robotsExamples.flatMap(({ intent, robots }) => [text(intent), code('text', ...robots)]),
    text(
      `A group for \`${PRODUCT_TOKEN}\` takes the place of your group for \`*\`, it does not add to it: repeat the rules of \`*\` that are to hold for us too.`,
    ),
    list(...sentencesOf('robots')),
    heading('marks', 'Meta tags, headers, links and content signals'),
    list(...sentencesOf('marks')),
    code(
      'html',
      '<meta name="robots" content="noindex">',
      `<meta name="${PRODUCT_TOKEN}" content="noindex, nofollow">`,
    ),
    code('text', `X-Robots-Tag: ${PRODUCT_TOKEN}: noindex`),
    text(
      'Such a mark is seen only by whoever may fetch the page: do not forbid a page in robots.txt when it is to be read that it says `noindex`.',
    ),
    heading('block', 'Block the user agent'),
    text(
      `Match \`${PRODUCT_TOKEN}\`, upper or lower case, in \`User-Agent\`, and answer 403. That needs no trust in us, and holds for every kind of visit. nginx, inside \`server\`:`,
    ),
    code('nginx', `if ($http_user_agent ~* "${PRODUCT_TOKEN}") {`, '  return 403;', '}'),
    text('Apache 2.4, in the configuration or in `.htaccess`:'),
    code(
      'apache',
      `SetEnvIfNoCase User-Agent "${PRODUCT_TOKEN}" heimdall`,
      '<RequireAll>',
      '  Require all granted',
      '  Require not env heimdall',
      '</RequireAll>',
    ),
    text(
      `Cloudflare: a WAF custom rule with the expression \`(http.user_agent contains "${PRODUCT_TOKEN}")\` and the action **Block**.`,
    ),
  ],
};
