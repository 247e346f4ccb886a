import type { Filled } from "./field.js";
import { UNFILLED } from "./field.js";
import { html, type Html } from "./html.js";

export interface Choice {
  name: string;
  label: string;
  id: string;
  hint?: string;
  /** The first one stands while nothing is chosen. */
  options: readonly { value: string; label: string }[];
  /** Chosen while nothing was sent. */
  value: string;
}

/** A labelled list of which one is chosen, with what is wrong with it below. */
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
