/** The stylesheet of the reference page, in the colors of the dashboard (`dashboard/style/tokens.css`), inlined so that the page fetches nothing. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #161a21);
  --panel: light-dark(#f7f8fa, #0e1116);
  --line: light-dark(#e4e7ec, #2a303b);
  --ink: light-dark(#14181f, #e9ebf0);
  --soft: light-dark(#596170, #9ba5b5);
  --accent: light-dark(#4f46e5, #949bff);
  --on-accent: light-dark(#ffffff, #0e1116);
  --get: light-dark(#0b6e5f, #5cc9b5);
  --post: light-dark(#1d5fa8, #7db4f0);
  --patch: light-dark(#8a5a00, #e0b15c);
  --delete: light-dark(#ac2f2f, #f08a86);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
code, pre, .type, .method { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .86em; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.25rem; border-right: 1px solid var(--line); }
nav .brand { display: flex; gap: 10px; align-items: center; font-weight: 680; letter-spacing: -.015em; color: var(--ink); text-decoration: none; }
.logo { width: 26px; height: 26px; fill: var(--accent); stroke: var(--on-accent); stroke-width: 4; stroke-linecap: round; }
.logo rect { stroke: none; }
nav h2 { margin: 1.75rem 0 .4rem; font-size: .75rem; font-weight: 600; color: var(--soft); letter-spacing: .08em; text-transform: uppercase; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .6rem; align-items: baseline; padding: .17rem 0; color: var(--ink); font-size: .9rem; text-decoration: none; }
nav li a:is(:hover, [aria-current]) { color: var(--accent); }
nav li[hidden], nav h2[hidden] { display: none; }
.search { width: 100%; margin-top: 1rem; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--paper); color: var(--ink); font: inherit; font-size: .9rem; }
main { padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; min-width: 0; }
/* Of the endpoints only the chosen one is shown, unless all are. All are printed. */
@media screen {
  main:has(:target:not(header)) > header > :not(h1),
  main:not(:target) section:not(:target, :has(:target)),
  main:not(:target) section:not(:target) article:not(:target) { display: none; }
}
header { max-width: 44rem; margin-bottom: 3rem; }
h1 { margin: 0 0 .5rem; font-size: 2.1rem; line-height: 1.2; letter-spacing: -.02em; }
main h2 { margin: 4rem 0 0; padding-bottom: .4rem; border-bottom: 1px solid var(--line); font-size: 1.4rem; letter-spacing: -.01em; }
h3 { margin: 0; font-size: 1.1rem; }
h4, main h2.label { margin: 1.5rem 0 .4rem; padding: 0; border: 0; font-size: .75rem; font-weight: 600; color: var(--soft); letter-spacing: .08em; text-transform: uppercase; }
article { padding: 2rem 0; border-bottom: 1px solid var(--line); }
article:last-child { border-bottom: 0; }
.address { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; margin: .25rem 0 .5rem; overflow-wrap: anywhere; }
.method { flex: none; width: 4.2em; font-weight: 700; font-size: .74rem; letter-spacing: .03em; text-transform: uppercase; }
nav .method { width: 3.6em; font-size: .64rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
/* Wrapped: a box that scrolls would need a stop of its own for the keyboard. */
pre { margin: 0; padding: .8rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; line-height: 1.5; }
.example { position: relative; margin-top: .6rem; }
.copy { position: absolute; top: .45rem; right: .5rem; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 7px; background: var(--paper); color: var(--ink); font: inherit; font-size: .8rem; cursor: pointer; }
.copy:not([hidden]) + pre { padding-right: 5.5rem; }
p { margin: .3rem 0; max-width: 44rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.25rem; margin: 0; }
dd { margin: 0; }
.fields { list-style: none; margin: 0; padding: 0; }
.fields .fields { margin: .3rem 0 .3rem .25rem; padding-left: 1rem; border-left: 1px solid var(--line); }
.fields li { padding: .22rem 0; }
.fields p, .note, .type { color: var(--soft); }
.fields p { margin: 0; font-size: .92rem; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.note { margin-left: .5rem; font-size: .8rem; font-style: italic; }
summary { cursor: pointer; color: var(--soft); font-size: .92rem; }
details { margin-top: 1.25rem; }
details dl { margin-top: .6rem; }
@media (max-width: 52rem) {
  .page { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1.25rem; }
  nav h2 { margin-top: 1rem; }
}
@media print { nav { display: none; } .page { display: block; } article { break-inside: avoid; } }
`;
