import { html, type Html } from "./html.js";
import { ICON_PATH, STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.js";

export interface Page {
  title: string;
  body: Html;
  /** Beside the name in the bar on top; nothing on pages where a person shall do one thing only. */
  bar?: Html | null;
  /** For tables and tiles; a form reads better in a narrow column. */
  isWide?: boolean;
  /** Said in the browser's tab, which is what a screen reader says first. */
  isRefusal?: boolean;
}

const NAME = "Kiln";

/** What belongs into the head of any page of this process. */
export const pageHead = (title: string): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title === NAME ? NAME : `${title} - ${NAME}`}</title>
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${pageStyle()}`;

/** The link to the one stylesheet of all pages. */
export const pageStyle = (): Html =>
  html`<link rel="stylesheet" href="${STYLESHEET_PATH}?v=${STYLESHEET_VERSION}" />`;

/** The bar on top of a page, with the way home. */
export const pageBar = (content: Html | null = null): Html =>
  html`<header class="bar">
    <div>
      <a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24" />Kiln</a>
      ${content}
    </div>
  </header>`;

/** What a page shows, to stand in a body. */
export const pageBody = ({ title, body, bar = null, isWide = false }: Page): Html =>
  html`<a class="skip" href="#main">Skip to the content</a>
    ${pageBar(bar)}
    <main id="main" class="${isWide ? "wide" : "narrow"}">
      <h1>${title}</h1>
      ${body}
    </main>`;

/** A page for people that this process serves itself: no scripts, nothing from other hosts, readable by a screen reader. */
export const framedPage = (page: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${pageHead(page.isRefusal ? `Error: ${page.title}` : page.title)}
      </head>
      <body>
        ${pageBody(page)}
      </body>
    </html> `.text;
