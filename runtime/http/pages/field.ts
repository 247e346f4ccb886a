import { html, type Html } from "./html.js";

/** The values that a person sent, and the sentences about wrong ones; empty before the form was sent. */
export interface Filled {
  values: Readonly<Record<string, string>>;
  /** The sentences about wrong values, by the names of their fields. */
  wrong: Readonly<Record<string, string>>;
  /** The sentence that refuses the form as a whole. */
  refusal: string | null;
}

export const UNFILLED: Filled = { values: {}, wrong: {}, refusal: null };

export interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password" | "number";
  autocomplete?: string;
  hint?: string;
  isOptional?: boolean;
  /** True for an optional field that is not marked as optional, because the form says what an empty field means. */
  isUnmarked?: boolean;
  /** The id of the input, when the page has several fields of this name. */
  id?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  /** The value that is shown before the form was sent. */
  value?: string;
  /** True for the first field of a page whose only purpose is its form. */
  isFirst?: boolean;
}

/** Renders a labelled input with the sentence about a wrong value below it. A password is never sent back. */
export function field(given: Field, { values, wrong, refusal }: Filled = UNFILLED): Html {
  const { name, label, type = "text", id = name, isOptional = false, isUnmarked = false } = given;
  const fault = wrong[name] ?? null;
  const value = type === "password" ? "" : (values[name] ?? given.value ?? "");
  const told = [given.hint === undefined ? "" : `${id}-hint`, fault === null ? "" : `${id}-wrong`];
  const describedBy = told.filter(Boolean).join(" ");
  const isFocused =
    Object.keys(wrong)[0] === name || (fault === null && refusal === null && isStart(given, wrong));
  return html`<div class="field">
    <label for="${id}"
      >${label}${isOptional && !isUnmarked ? html` <small class="soft">(optional)</small>` : null}</label
    >
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${attribute("autocomplete", given.autocomplete)}
      ${attribute("min", given.min)}
      ${attribute("max", given.max)}
      ${type === "number" ? attribute("inputmode", "numeric") : null}
      ${attribute("maxlength", given.maxLength)}
      ${attribute("aria-describedby", describedBy || undefined)}
      ${fault === null ? null : html`aria-invalid="true"`}
      ${isOptional ? null : html`required`}
      ${isFocused ? html`autofocus` : null}
    />
    ${given.hint === undefined ? null : html`<p class="hint" id="${id}-hint">${given.hint}</p>`}
    ${fault === null ? null : html`<p class="wrong" id="${id}-wrong">${fault}</p>`}
  </div>`;
}

const isStart = ({ isFirst = false }: Field, wrong: Filled["wrong"]): boolean =>
  isFirst && Object.keys(wrong).length === 0;

const attribute = (name: string, value: string | number | undefined): Html | null =>
  value === undefined ? null : html`${name}="${value}"`;

/** Renders the refusal of the form as a whole, which stands above the form. */
export const refusalNote = ({ refusal }: Filled): Html | null =>
  refusal === null ? null : html`<p role="alert" class="failed">${refusal}</p>`;

/**
 * Puts the sentences of an API refusal beside the fields that they name: each begins with the name of a field, and `; `
 * stands between two of them. `places` gives the fields for codes whose sentences name none.
 */
export function filledFrom(
  values: Readonly<Record<string, string>>,
  { code, message }: { code: string; message: string },
  names: readonly string[],
  places: Readonly<Record<string, string>> = {},
): Filled {
  const place = places[code];
  if (place !== undefined) return { values, wrong: { [place]: message }, refusal: null };
  if (code !== "invalid_params") return { values, wrong: {}, refusal: message };
  const wrong: Record<string, string> = {};
  const rest: string[] = [];
  for (const part of message.replace(/\.$/, "").split("; ")) {
    const name = names.find((each) => part === each || part.startsWith(`${each} `));
    if (name === undefined) rest.push(part);
    else wrong[name] ??= `${part}.`;
  }
  return { values, wrong, refusal: rest.length === 0 ? null : `${rest.join("; ")}.` };
}
