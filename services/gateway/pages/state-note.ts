import { html, type Html } from "../../../runtime/http/pages/html.js";

/**
 * Makes the note about what a form has done, on the page to which it led. The address names the sentence, and
 * only sentences of Kiln are shown.
 */
export function stateNote(query: URLSearchParams, sentences: Readonly<Record<string, string>>): Html | null {
  const state = query.get("state") ?? "";
  const sentence = Object.hasOwn(sentences, state) ? sentences[state] : undefined;
  return sentence === undefined ? null : html`<p role="status" class="done">${sentence}</p>`;
}
