import { PRODUCT_TOKEN } from '../fetch/identity.ts';
import { sentencesOf } from './crawler-page/promises.ts';
import type { SiteCheck, SiteCheckAnswer } from './site-check.ts';
import { escapeHtml, inlineToHtml } from './to-html.ts';

/** What stands in the form, and what came of it; nothing yet when the page is only read. */
export interface FormState {
  readonly robots: string;
  readonly url: string;
  readonly answer: SiteCheckAnswer | null;
}

export const emptyForm: FormState = { robots: '', url: '', answer: null };

/** The form "Check my site" with its answer above it. It works without JavaScript. */
export function formToHtml({ robots, url, answer }: FormState): string {
  const wrong = answer?.ok === false;
  return `<section aria-labelledby="check">
<h2 id="check">Check my site</h2>
<p>Paste your robots.txt and the address of a page, and see what ${PRODUCT_TOKEN} would do. This runs on the crawler's own reader. ${sentencesOf('form').map(inlineToHtml).join(' ')}</p>
${answer === null ? '' : answerToHtml(answer)}
<form method="post" action="#answer">
<label for="url">Address of a page</label>
<input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" maxlength="2100" placeholder="https://www.example.org/docs/" value="${escapeHtml(url)}"${wrong ? ' aria-invalid="true" aria-describedby="answer"' : ''}>
<label for="robots">Your robots.txt</label>
<textarea id="robots" name="robots" rows="10" autocomplete="off" spellcheck="false" placeholder="User-agent: *&#10;Disallow: /private/">
${escapeHtml(robots)}</textarea>
<button type="submit">Check</button>
</form>
</section>`;
}

function answerToHtml(answer: SiteCheckAnswer): string {
  if (!answer.ok) return `<div id="answer" class="answer no" role="alert"><p>${escapeHtml(answer.sentence)}</p></div>`;
  const { check } = answer;
  const verdict = check.allowed ? 'would fetch' : 'would not fetch';
  return `<div id="answer" class="answer ${check.allowed ? 'yes' : 'no'}" role="status">
<p class="verdict">${PRODUCT_TOKEN} ${verdict} <code>${escapeHtml(check.url)}</code></p>
<dl>
${factsOf(check)
  .map(([name, html]) => `<dt>${name}</dt>\n<dd>${html}</dd>`)
  .join('\n')}
</dl>
</div>`;
}

function factsOf(check: SiteCheck): readonly (readonly [name: string, html: string])[] {
  const { toChange, contentSignal } = check;
  const lines = toChange === null ? '' : `\n<pre><code>${escapeHtml(toChange.join('\n'))}</code></pre>`;
  return [
    ['Why', check.why.map((sentence) => escapeHtml(sentence)).join('<br>')],
    ['Pace', escapeHtml(check.pace)],
    ['Sitemaps', sitemapsToHtml(check)],
    ...(contentSignal === null ? [] : ([['Content signal', escapeHtml(contentSignal)]] as const)),
    ['What would change it', escapeHtml(check.advice) + lines],
    ['Read from', `<code>${escapeHtml(check.robotsUrl)}</code>: each host, port and scheme has a file of its own.`],
  ];
}

function sitemapsToHtml({ sitemaps, moreSitemaps }: SiteCheck): string {
  if (sitemaps.length === 0) return 'The file names none; the usual places are tried.';
  const names = sitemaps.map((sitemap) => `<code>${escapeHtml(sitemap)}</code>`).join('<br>');
  return moreSitemaps === 0 ? names : `${names}<br>and ${moreSitemaps} more`;
}
