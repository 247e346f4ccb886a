import type { Article } from "./articles.js";
import { escape, htmlOf } from "./portable-text.js";

const titleOf = ({ title }: Article): string => (title?.trim() ? title : "Without a title");

/** A whole page. `head` is of the page, `main` its content, both as HTML. */
export const pageOf = (title: string, main: string, head = ""): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/site.css">
${head}
<header><a href="/">Articles</a></header>
<main>${main}</main>
</html>
`;

/** A list with links below `base`. */
export const listOf = (articles: readonly Article[], base: string): string =>
  articles.length === 0
    ? "<h1>Articles</h1><p>Nothing is published yet.</p>"
    : `<h1>Articles</h1><ul>${articles
        .map(
          (each) =>
            `<li><a href="${base}${each._id}">${escape(titleOf(each))}</a> ${escape(each.teaser ?? "")}</li>`,
        )
        .join("")}</ul>`;

export const articleOf = (article: Article): string =>
  [
    `<h1>${escape(titleOf(article))}</h1>`,
    article.teaser === undefined ? "" : `<p class="teaser">${escape(article.teaser)}</p>`,
    article.picture?.url === undefined ? "" : `<img src="${escape(article.picture.url)}" alt="">`,
    htmlOf(article.body ?? []),
  ].join("\n");

/** What a preview says of an article's state. */
export const stateOf = ({ _status }: Article): string =>
  `<p class="state">${{ draft: "Not published yet", changed: "Published, and changed since", published: "As published" }[_status]}</p>`;

export const STYLE = `:root { color-scheme: light dark; font: 18px/1.6 Georgia, serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; }
header { font-family: system-ui, sans-serif; }
img { max-width: 100%; height: auto; }
.teaser { font-size: 1.2rem; }
.state { font: 0.8rem system-ui, sans-serif; border: 1px solid; padding: 0.3rem 0.6rem; display: inline-block; }
`;

/** In the browser of somebody who previews: shows what the site sends after each edit. */
export const PREVIEW_SCRIPT = `const changes = new EventSource(location.pathname + "/changes");
changes.onmessage = ({ data }) => { document.querySelector("main").innerHTML = JSON.parse(data); };
`;
