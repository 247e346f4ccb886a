import { html, type Html } from "../../../runtime/http/pages/html.js";

/** Returns the page of a list that an address asks for, 1 by default. */
export function pageNumber(query: URLSearchParams): number {
  const given = query.get("page") ?? "";
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1;
}

/** Makes the links to newer and older entries of a list. */
export function pageLinks(path: string, page: number, size: number, total: number): Html | null {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const step = (to: number, rel: string, label: string) =>
    html`<a class="button second" rel="${rel}" href="${path}?page=${to}">${label}</a>`;
  return html`<nav class="pages" aria-label="Pages of the list">
    ${page > 1 ? step(Math.min(page - 1, last), "prev", "Newer") : html`<span></span>`}
    <span class="soft">Page ${page} of ${last}</span>
    ${page < last ? step(page + 1, "next", "Older") : html`<span></span>`}
  </nav>`;
}
