import type { Filled } from "./field.js";
import { UNFILLED } from "./field.js";
import { html, type Html } from "./html.js";

export interface Choice {
  name: string;
  label: string;
  id: string;
  hint?: string;
  /** The options of the list; a browser shows the first one when no option has the chosen value. */
  options: readonly { value: string; label: string }[];
  /** The value that is chosen before the form was sent. */
  value: string;
}

/** Renders a labelled list with one choice, and the sentence about a wrong choice below it. */
export function choice(given: Choice, { values, wrong }: Filled = UNFILLED): Html {
  const { name, label, id, hint, options } = given;
  const fault = wrong[name] ?? null;
  const chosen = values[name] ?? given.value;
  const told = [hint === undefined ? "" : `${id}-hint`, fault === null ? "" : `${id}-wrong`];
  const describedBy = told.filter(Boolean).join(" ");
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${describedBy === "" ? null : html`aria-describedby="${describedBy}"`}
      ${fault === null ? null : html`aria-invalid="true"`}
    >
      ${options.map(
        ({ value, label: text }) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`,
      )}
    </select>
    ${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault === null ? null : html`<p class="wrong" id="${id}-wrong">${fault}</p>`}
  </div>`;
}
