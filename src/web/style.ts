/** The page's style sheet. It stands in the page itself, and the page's security policy names it by its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #22262b; --quiet: #5b636c; --line: #dedad1; --field: #f2efe8; --accent: #0b5a6b;
  --yes: #1b6b3f; --no: #9a2c2c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --ink: #e4e1da; --quiet: #a3a9b0; --line: #33393f; --field: #1e2327; --accent: #86cbd9;
    --yes: #7fce9f; --no: #f0a3a0;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.65 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Noto Serif", "Liberation Serif", serif;
  overflow-wrap: break-word;
}
h1, h2, h3, nav, label, button, thead, dt, .verdict, .skip {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
.page { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: clamp(2rem, 6vw, 2.75rem); line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 1rem; }
h2 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin: 3.5rem 0 1rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.0625rem; line-height: 1.4; margin: 2rem 0 0.5rem; }
p, ul, ol, dl, pre, table { margin: 0 0 1rem; }
ul, ol { padding-left: 1.35rem; }
li { margin-bottom: 0.45rem; }
li::marker { color: var(--quiet); }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.14em; }
:focus-visible { outline: 0.16rem solid var(--accent); outline-offset: 0.16rem; border-radius: 0.15rem; }
code, pre, textarea, input { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: 0.86em; background: var(--field); padding: 0.1em 0.3em; border-radius: 0.25em; overflow-wrap: anywhere; }
pre { background: var(--field); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.85rem 1rem; white-space: pre-wrap; font-size: 0.9rem; line-height: 1.55; }
pre code { background: none; padding: 0; font-size: inherit; }
table { width: 100%; border-collapse: collapse; font-size: 0.97rem; line-height: 1.5; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); }
tbody th { font-weight: inherit; }
thead { font-size: 0.85rem; color: var(--quiet); }
nav { font-size: 0.95rem; line-height: 1.4; margin: 2rem 0 0; }
nav ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; }
nav li { margin: 0; }
nav a { display: inline-block; padding: 0.35rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem 0.75rem; }
label { display: block; font-size: 0.95rem; font-weight: 600; margin: 1.25rem 0 0.35rem; }
input, textarea { display: block; width: 100%; font-size: 1rem; line-height: 1.5; color: var(--ink); background: var(--field); border: 1px solid var(--quiet); border-radius: 0.5rem; padding: 0.6rem 0.75rem; }
textarea { resize: vertical; }
::placeholder { color: var(--quiet); opacity: 1; }
button { margin-top: 1.25rem; font-size: 1rem; font-weight: 600; color: var(--paper); background: var(--accent); border: 0; border-radius: 0.5rem; padding: 0.7rem 1.6rem; cursor: pointer; }
.answer { border: 1px solid var(--line); border-left: 0.3rem solid var(--quiet); border-radius: 0.5rem; padding: 1rem 1.25rem 0.25rem; margin: 1.5rem 0; scroll-margin-top: 1rem; }
.answer.yes { border-left-color: var(--yes); }
.answer.no { border-left-color: var(--no); }
.verdict { font-weight: 600; }
.yes .verdict { color: var(--yes); }
.no .verdict { color: var(--no); }
dt { font-size: 0.85rem; color: var(--quiet); margin-top: 0.75rem; }
dd { margin: 0.1rem 0 0; }
dd pre { margin: 0.5rem 0 0; }
footer { margin-top: 4rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.92rem; }
@media (min-width: 62rem) {
  .page { display: grid; grid-template-columns: 12rem minmax(0, 44rem); gap: 0 4.5rem; padding-top: 4.5rem; }
  nav { grid-column: 1; grid-row: 1 / span 3; margin: 0.6rem 0 0; position: sticky; top: 2.5rem; align-self: start; }
  nav ul { display: block; border-left: 1px solid var(--line); padding-left: 1.1rem; }
  header, main, footer { grid-column: 2; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { nav, form, .skip { display: none; } .page { display: block; } }
`;
