import { html, type Html } from "./html.js";

/** A page for people that this process serves itself: no scripts, nothing from other hosts, readable by a screen reader. */
export const framedPage = (title: string, body: Html, style: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} - Kiln</title>
        <style>
          ${BASE} ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;

const BASE = html`:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif} body{margin:0}
main{max-width:32rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}
.note,.done,.failed{border-inline-start:.3rem solid;padding-inline-start:.8rem}
.note{border-color:#b26a00}.done{border-color:#1b7f3b}.failed{border-color:#b3261e}
button{font:inherit;padding:.6rem 1.2rem;cursor:pointer}`;
