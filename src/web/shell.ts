import type { Document } from './document.ts';
import { formToHtml, type FormState } from './form.ts';
import { style } from './style.ts';
import { blocksToHtml, escapeHtml, sectionToHtml } from './to-html.ts';

/** The form stands behind this section: whoever has read how to limit us wants to try it. */
const FORM_AFTER = 'limit';

/** The whole crawler page. It needs no script and loads nothing. */
export function pageToHtml({ title, description, lead, sections }: Document, form: FormState): string {
  const entries = sections.flatMap(({ id, title: name }) => [
    entry(id, name),
    ...(id === FORM_AFTER ? [entry('check', 'Check my site')] : []),
  ]);
  const parts = sections.flatMap((section) => [
    sectionToHtml(section),
    ...(section.id === FORM_AFTER ? [formToHtml(form)] : []),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: for site owners</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<div class="page">
<header>
<h1>${escapeHtml(title)}</h1>
${blocksToHtml(lead)}
</header>
<nav aria-label="On this page">
<ul>
${entries.join('\n')}
</ul>
</nav>
<main id="main">
${parts.join('\n')}
</main>
<footer>Served by Heimdall itself. The numbers on this page are those that this program runs on.</footer>
</div>
</body>
</html>
`;
}

function entry(id: string, name: string): string {
  return `<li><a href="#${id}">${escapeHtml(name)}</a></li>`;
}
