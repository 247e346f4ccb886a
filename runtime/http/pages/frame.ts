import { html, type Html } from "./html.js";
import { ICON_PATH, STYLESHEET_PATH, STYLESHEET_VERSION } from "./stylesheet.js";

export interface Page {
  title: string;
  body: Html;
  /** The content beside the name in the bar on top; null on pages where a person should do one thing only. */
  bar?: Html | null;
  /** True for pages with tables and tiles; a form reads better in a narrow column. */
  isWide?: boolean;
  /** True for a refusal, whose title in the browser's tab begins with "Error". A screen reader reads that title first. */
  isRefusal?: boolean;
}

const NAME = "Kiln";

/** Renders the content of the head element of any page of this process. */
export const pageHead = (title: string): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title === NAME ? NAME : `${title} - ${NAME}`}</title>
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${pageStyle()}`;

/** Renders the link to the one stylesheet of all pages. */
export const pageStyle = (): Html =>
  html`<link rel="stylesheet" href="${STYLESHEET_PATH}?v=${STYLESHEET_VERSION}" />`;

/** Renders the bar on top of a page, with the link to the start page. */
export const pageBar = (content: Html | null = null): Html =>
  html`<header class="bar">
    <div>
      <a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24" />Kiln</a>
      ${content}
    </div>
  </header>`;

/** Renders the content of a page's body element. */
export const pageBody = ({ title, body, bar = null, isWide = false }: Page): Html =>
  html`<a class="skip" href="#main">Skip to the content</a>
    ${pageBar(bar)}
    <main id="main" class="${isWide ? "wide" : "narrow"}">
      <h1>${title}</h1>
      ${body}
    </main>`;

/** Renders a page that this process serves itself: no scripts, nothing from other hosts, readable by a screen reader. */
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
