import { createHash } from "node:crypto";

/** The colors. Each pair of text and background has a contrast of at least 4.5. */
const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f7f5f2; --card: #ffffff; --sunk: #f1eee9; --line: #ddd6cd; --edge: #8a8177;
  --text: #211c18; --soft: #5f564d; --accent: #a63d12; --on-accent: #ffffff; --accent-deep: #86300d; --accent-wash: #fbeee7;
  --good: #1c6b35; --good-wash: #e9f5ec; --warn: #7d4c00; --warn-wash: #fdf3df; --bad: #a61b1b; --bad-wash: #fdecec;
  --focus: #1b62c4; --shadow: 0 1px 2px rgb(60 40 20 / .07), 0 6px 24px rgb(60 40 20 / .06);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161311; --card: #201c19; --sunk: #292420; --line: #3c352f; --edge: #8f857b;
    --text: #f3eee9; --soft: #bdb2a7; --accent: #ff9c66; --on-accent: #2a1003; --accent-deep: #ffb48b; --accent-wash: #38241a;
    --good: #7fd69a; --good-wash: #16301f; --warn: #f3c064; --warn-wash: #362813; --bad: #ff9d97; --bad-wash: #3c1c1b;
    --focus: #7fb4ff; --shadow: none;
  }
}`;

const GROUND = `
*, *::before, *::after { box-sizing: border-box; }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
main { flex: 1; width: 100%; max-width: 30rem; margin-inline: auto; padding: 2.5rem 1rem 3rem; }
main.wide { max-width: 60rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
.skip { position: absolute; inset-inline-start: .5rem; top: -4rem; z-index: 1; background: var(--card); color: var(--text); padding: .5rem 1rem; border-radius: .4rem; }
.skip:focus { top: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }`;

const TEXT = `
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 1.25rem; text-wrap: balance; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p, ul, ol, dl { margin: 0 0 1rem; }
ul { padding-inline-start: 1.2rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { color: var(--accent-deep); }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--sunk); padding: .1em .35em; border-radius: .3rem; }
pre { background: var(--sunk); border: 1px solid var(--line); padding: .75rem 1rem; border-radius: .5rem; overflow-x: auto; }
pre code { background: none; padding: 0; }
@media (max-width: 45rem) { h1 { font-size: 1.5rem; } }
small, .small { font-size: .875rem; }
.soft { color: var(--soft); }
.lead { font-size: 1.125rem; color: var(--soft); max-width: 40rem; }`;

const BAR = `
.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar > div { max-width: 60rem; margin-inline: auto; padding: .5rem 1rem; display: flex; flex-wrap: wrap; align-items: center; gap: .15rem 1rem; min-height: 3.5rem; }
.brand { display: inline-flex; align-items: center; gap: .5rem; font-weight: 700; font-size: 1.125rem; color: var(--text); text-decoration: none; margin-inline-end: auto; min-height: 2.5rem; }
.brand:hover { color: var(--text); }
.brand img { display: block; }
.bar nav ul { display: flex; flex-wrap: wrap; gap: .15rem; list-style: none; margin: 0; padding: 0; }
.bar nav a { display: block; padding: .45rem .6rem; border-radius: .4rem; color: var(--soft); text-decoration: none; font-size: .9375rem; }
.bar nav a:hover { background: var(--sunk); color: var(--text); }
.bar nav a[aria-current] { background: var(--accent-wash); color: var(--accent-deep); font-weight: 600; }
.bar form { margin: 0; }
form + p, .hint + button { margin-top: .75rem; }
input { accent-color: var(--accent); }
@media (max-width: 45rem) {
  .bar > div:has(nav) { padding-block: .35rem; }
  .bar nav { order: 3; flex-basis: 100%; margin-inline: -.5rem; }
  .bar nav a { padding-inline: .5rem; font-size: .9rem; }
  main { padding-top: 1.75rem; }
}`;

const CARDS = `
.card { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1.25rem; margin: 0 0 1.25rem; box-shadow: var(--shadow); }
.card > :last-child, .note > :last-child, .done > :last-child, .failed > :last-child { margin-bottom: 0; }
.grid { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); margin: 0 0 1.25rem; }
.grid > .card { margin: 0; }
.grid .figure { font-size: 1.6rem; }
.tiles { list-style: none; padding: 0; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12.5rem), 1fr)); }
.tiles a { display: block; height: 100%; color: inherit; text-decoration: none; }
.tiles a:hover { border-color: var(--accent); }
.tiles strong { display: block; color: var(--accent); }
.figure { font-size: 2.25rem; line-height: 1.1; font-weight: 700; letter-spacing: -.02em; margin: 0 0 .25rem; font-variant-numeric: tabular-nums; }
.note, .done, .failed { border-radius: .6rem; padding: .75rem 1rem; margin: 0 0 1.25rem; border: 1px solid; border-inline-start-width: .3rem; color: var(--text); }
.note { border-color: var(--warn); background: var(--warn-wash); }
.done { border-color: var(--good); background: var(--good-wash); }
.failed { border-color: var(--bad); background: var(--bad-wash); }
.failed::first-letter, .wrong::first-letter { text-transform: uppercase; }
dl.facts { margin: 0 0 1rem; max-width: 38rem; }
dl.facts > div { display: flex; justify-content: space-between; gap: 1rem; padding: .55rem 0; border-bottom: 1px solid var(--line); }
dl.facts > div:last-child { border-bottom: 0; }
dl.facts dt { color: var(--soft); flex: 1 1 0; }
dl.facts dd { margin: 0; font-weight: 600; text-align: end; flex: 0 0 auto; max-width: 65%; }
.list { list-style: none; padding: 0; }
.list > li { margin-bottom: 1.25rem; }
.rights { list-style: none; padding: 0; display: grid; gap: .4rem; }
.rights > li { display: flex; gap: .6rem; align-items: baseline; }
.badge { display: inline-block; font-size: .8125rem; line-height: 1.4; font-weight: 600; padding: .05rem .5rem; border-radius: 1rem; background: var(--sunk); color: var(--soft); white-space: nowrap; }
.badge.strong { background: var(--accent-wash); color: var(--accent-deep); }
.rights .badge { min-width: 6.75rem; text-align: center; flex-shrink: 0; }
.media { display: flex; justify-content: center; align-items: center; background: var(--sunk); border: 1px solid var(--line); border-radius: .8rem; overflow: hidden; margin: 0 0 1.25rem; }
.media img, .media video { display: block; max-width: 100%; max-height: 75vh; height: auto; }
.media video { width: 100%; object-fit: contain; background: #000; }
.media audio { width: 100%; height: 54px; margin: 1.5rem 1rem; }`;

const FORMS = `
form { margin: 0; }
label, .label { display: block; font-weight: 600; margin: 0 0 .3rem; }
.field { margin: 0 0 1.1rem; max-width: 28rem; }
.hint { color: var(--soft); font-size: .875rem; margin: .3rem 0 0; }
.hint + p { margin-top: 1rem; }
.wrong { color: var(--bad); font-size: .9375rem; font-weight: 600; margin: .3rem 0 0; }
input:not([type=checkbox], [type=radio], [type=hidden]), select { font: inherit; color: inherit; background: var(--card); width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem; }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
fieldset { border: 0; padding: 0; margin: 0 0 1.1rem; min-width: 0; }
legend { font-weight: 600; padding: 0; margin: 0 0 .3rem; }
select { text-overflow: ellipsis; }
.pair { max-width: 28rem; display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); align-items: start; }
.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; padding: .4rem 0; }
button, .button { display: inline-block; font: inherit; font-weight: 600; line-height: 1.4; min-height: 2.75rem; padding: .6rem 1.15rem; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; text-align: center; }
button:hover, .button:hover { background: var(--accent-deep); border-color: var(--accent-deep); color: var(--on-accent); }
button.second, .button.second { background: transparent; color: var(--text); border-color: var(--edge); }
button.second:hover, .button.second:hover { background: var(--sunk); color: var(--text); border-color: var(--edge); }
button.danger { background: transparent; color: var(--bad); border-color: var(--bad); }
button.danger:hover { background: var(--bad-wash); color: var(--bad); border-color: var(--bad); }
button.plain { background: none; border-color: transparent; color: var(--soft); font-weight: 400; padding: .45rem .6rem; min-height: 2.5rem; font-size: .9375rem; }
button.plain:hover { background: var(--sunk); color: var(--text); border-color: transparent; }
button.full { width: 100%; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
p.actions { margin-bottom: 1.75rem; }
details > summary { cursor: pointer; color: var(--accent); font-weight: 600; padding: .3rem 0; width: fit-content; }
details[open] > summary { margin-bottom: .5rem; }
details + form { margin-top: .75rem; }
details[open] + form { border-top: 1px solid var(--line); padding-top: 1rem; }`;

const TABLES = `
.scroll { overflow-x: auto; margin: 0 0 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; box-shadow: var(--shadow); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; }
th, td { text-align: start; vertical-align: top; padding: .65rem 1rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { font-size: .8125rem; color: var(--soft); font-weight: 600; background: var(--sunk); }
tbody th { font-weight: 600; }
tbody th small, tbody th .soft { font-weight: 400; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.plus { color: var(--good); font-weight: 600; }
.pages { display: flex; justify-content: space-between; align-items: center; gap: 1rem; flex-wrap: wrap; margin: 0 0 1.25rem; }
@media (max-width: 45rem) { .less { display: none; } th, td { padding: .6rem .75rem; } }
@media print { form { display: none; } }
@media (prefers-reduced-motion: no-preference) { a, button, .card { transition: background-color .12s, border-color .12s, color .12s; } }`;

/** The stylesheet of all pages, including the checkout, the sign-in of agents and the reference. */
export const STYLESHEET = `${TOKENS}
${GROUND}
${BAR}
/* Not what is inside of the reference, which has a style of its own. */
:where(.bar, .narrow, .wide) {
${TEXT}
${CARDS}
${FORMS}
${TABLES}
}
`.trimStart();

/** The version of the stylesheet, which stands in its address so that a browser may keep the file for ever. */
export const STYLESHEET_VERSION = createHash("sha256").update(STYLESHEET).digest("hex").slice(0, 12);

export const STYLESHEET_PATH = "/pages.css";

/** The logo beside the name and in the browser's tab. */
export const ICON_PATH = "/icon.svg";
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M3 30V15a13 13 0 0 1 26 0v15z" fill="#a63d12"/><path d="M16 11c4 4 6 6.6 6 10.2V26H10v-4.800C10 19 11 17.5 12.4 16c.3 1.400.9 2.200 1.800 2.600C14 15.600 14.400 13 16 11z" fill="#ffd9a8"/></svg>`;
