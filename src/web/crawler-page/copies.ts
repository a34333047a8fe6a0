import { PRODUCT_TOKEN } from '../../fetch/identity.ts';
import { heading, list, steps, text, type Section } from '../document.ts';
import { sentencesOf } from './promises.ts';

export const copies: Section = {
  id: 'copies',
  title: 'Have stored copies removed',
  blocks: [
    text(
      'An instance keeps the text of a page, its headings and the addresses of its images, so that members can find it. To have that removed:',
    ),
    steps(
      `First let the page say \`noindex\`, or answer 410. Leave it open in robots.txt: a page that we may not fetch cannot tell us anything.`,
      'Wait for the next weekly check, which takes a page out that says `noindex`. For a 410 it is the one after that.',
      'Then forbid the page in robots.txt, so that it is not asked for again.',
    ),
    text('When it has to be quicker, write to the operator of the instance:'),
    list(...sentencesOf('copies')),
  ],
};

export const troubleshooting: Section = {
  id: 'trouble',
  title: 'When something goes wrong',
  blocks: [
    heading('trouble-403', 'We get 403'),
    text(
      'A firewall or bot protection turns us away. Look for our user agent in its log, then [let us through](#allow), or leave it as it is: the admin is told that you refuse.',
    ),
    heading('trouble-429', 'We get 429'),
    text(
      'Your rate limit is below our pace. Set a `Crawl-delay`, or send `Retry-After` with the answer. Exempt `/robots.txt` from the limit: a 429 there ends the visit before it begins.',
    ),
    heading('trouble-5xx', 'We get 5xx'),
    text(
      'Your server has a problem, perhaps because of us: write to the operator then. A robots.txt that answers 5xx keeps us off the whole host until it works again.',
    ),
    heading('trouble-sitemap', 'There is no sitemap'),
    text(
      'Pages are then found by links from the start page alone, and those that no link leads to stay unknown. A `/sitemap.xml` helps, and so does a `Sitemap:` line in robots.txt.',
    ),
    heading('trouble-javascript', 'Pages come out empty'),
    text(
      'A page whose text is put together by JavaScript is an empty shell for us, and is not stored. Render it on the server, or publish a static version.',
    ),
    heading('trouble-known', 'The pages are old'),
    text(`When robots.txt forbids a stored page, its copy stays as it was. See [how to have it removed](#copies).`),
  ],
};

/** How to reach whoever runs this instance. */
export function contact(operator: string | null): Section {
  const reach =
    operator === null
      ? 'The operator of this instance has left no address here. Whoever runs the Discord server that answers from your pages can pass a message on.'
      : `Write to the operator of this instance: ${linked(operator)}.`;
  return {
    id: 'contact',
    title: 'Contact',
    blocks: [
      text(
        `${reach} Say which host it is about, and add a line of your log with its time: each instance is run by somebody else, and the line tells whether it was this one. To stop all instances at once, use robots.txt with \`${PRODUCT_TOKEN}\`, or block the user agent.`,
      ),
    ],
  };
}

/** An address of a page or a mailbox, as a link. */
function linked(address: string): string {
  return /^https?:/.test(address) ? `[${address}](${address})` : `[${address}](mailto:${address})`;
}
