import { html, type Html } from "../../../runtime/http/pages/html.js";

/** What a form has done, told by the page to which it led; the address names it, and only sentences of ours are shown. */
export function stateNote(query: URLSearchParams, sentences: Readonly<Record<string, string>>): Html | null {
  const state = query.get("state") ?? "";
  const sentence = Object.hasOwn(sentences, state) ? sentences[state] : undefined;
  return sentence === undefined ? null : html`<p role="status" class="done">${sentence}</p>`;
}
