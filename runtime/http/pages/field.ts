import { html, type Html } from "./html.js";

/** What a person sent, and what is wrong with it; empty where nothing was sent yet. */
export interface Filled {
  values: Readonly<Record<string, string>>;
  /** Sentences by the names of fields. */
  wrong: Readonly<Record<string, string>>;
  /** What is wrong with no field in particular. */
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
  /** An optional field of a form that says what an empty one means. */
  isUnmarked?: boolean;
  /** Where a field of this name is on the page more than once. */
  id?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  /** Shown while nothing was sent. */
  value?: string;
  /** The first field of a page whose one purpose is its form. */
  isFirst?: boolean;
}

/** A labelled input with what is wrong with it below; a password never comes back. */
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

/** What is wrong with no field in particular, above the form. */
export const refusalNote = ({ refusal }: Filled): Html | null =>
  refusal === null ? null : html`<p role="alert" class="failed">${refusal}</p>`;

/**
 * A refusal of the API beside the fields that its sentence names: such sentences begin with the name of the field, and `; `
 * stands between two of them. `places` are fields of codes that name none.
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
