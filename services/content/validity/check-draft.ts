import { isWithinCodePoints } from "../../../contracts/code-points.js";
import { type AnyDefinition, isEmptyValue, isPlainObject } from "../../../contracts/content-values.js";
import type { Locales } from "../../../contracts/content-locales.js";
import { fieldPicker, namesOf } from "../../../contracts/content-own-fields.js";
import { quoted } from "../../../contracts/nearest-name.js";
import type {
  ContentFields,
  ContentIssue,
  ContentSchema,
  FieldDefinition,
  IssueCode,
} from "../../../contracts/content-schema.js";
import { checkNamed, type Known } from "./check-named.js";
import { checkPortableText } from "./check-portable-text.js";
import { checkScalar, type Wrong } from "./check-scalar.js";
import { isAmong } from "./is-among.js";
import { makeIssue, oneOf, type ValueLocation } from "./make-issue.js";

export interface DraftToCheck {
  schema: ContentSchema;
  locales: Locales;
  draft: ContentFields;
  known: Known;
  /** The removed fields and locales; none when it is left out. */
  former?: Former | undefined;
}

/** The removed fields and locales whose values are reported as orphaned. */
export interface Former {
  /** Paths of fields that earlier versions of the type had, without indexes. */
  fields: ReadonlySet<string>;
  /** Codes of locales that the project had. */
  locales: ReadonlySet<string>;
}

export const NOTHING_FORMER: Former = { fields: new Set(), locales: new Set() };

/** The most issues listed, so that the answer for a wholly invalid draft stays small. */
export const MAX_ISSUES = 200;

/**
 * Returns the issues of a draft: those that keep it from being published, in the order of the schema, then values whose field
 * or locale is gone. Pure, and never throws, whatever the draft contains (rules/content 10, 21 and 22).
 */
export function checkDraft({
  schema,
  locales,
  draft,
  known,
  former = NOTHING_FORMER,
}: DraftToCheck): ContentIssue[] {
  const check = new DraftCheck(locales, known, former);
  check.fields(schema.fields, draft, "");
  return [...check.issues, ...check.orphans].slice(0, MAX_ISSUES);
}

/** Picks the fields that may have an issue: those with a value, and required ones. The walk ends when the list of issues is full. */
const pickChecked = fieldPicker({ absent: ({ required }) => required === true });

type TextDefinition = AnyDefinition & { type: "string" | "text" };

class DraftCheck {
  readonly issues: ContentIssue[] = [];
  readonly orphans: ContentIssue[] = [];
  readonly #locales: Locales;
  readonly #codes: ReadonlySet<string>;
  readonly #known: Known;
  readonly #former: Former;

  constructor(locales: Locales, known: Known, former: Former) {
    this.#locales = locales;
    this.#codes = new Set(locales.locales.map(({ code }) => code));
    this.#known = known;
    this.#former = former;
  }

  /** True when no further issue would be listed, since orphaned values come last. */
  get #isFull(): boolean {
    return this.issues.length >= MAX_ISSUES;
  }

  fields(definitions: readonly FieldDefinition[], values: Record<string, unknown>, prefix: string): void {
    for (const definition of pickChecked(definitions, values)) {
      if (this.#isFull) return;
      const value = Object.hasOwn(values, definition.name) ? values[definition.name] : undefined;
      const location = { path: prefix + definition.name };
      if (definition.localized === true) this.#localized(definition, value, location);
      else this.#value(definition, value, location);
    }
    const names = namesOf(definitions);
    for (const key of Object.keys(values)) {
      if (this.#isFull) return;
      if (!names.has(key) && !isAbsent(values[key])) this.#unknownField(prefix + key);
    }
  }

  /** Checks a map by locale code; any other value counts for the default locale (rules/content 19). */
  #localized(definition: FieldDefinition, value: unknown, { path }: ValueLocation): void {
    const { defaultLocale, locales } = this.#locales;
    const isMap = isPlainObject(value) && !Object.hasOwn(value, "storageId");
    const values: Record<string, unknown> = isMap ? value : { [defaultLocale]: value };
    for (const { code, required } of locales) {
      const own = Object.hasOwn(values, code) ? values[code] : undefined;
      const isRequired = definition.required === true && (required || code === defaultLocale);
      if (isRequired || !isAbsent(own)) this.#value(definition, own, { path, locale: code }, isRequired);
    }
    for (const code of Object.keys(values)) {
      if (this.#isFull) return;
      if (!this.#codes.has(code) && !isAbsent(values[code])) this.#unknownLocale({ path, locale: code });
    }
  }

  #unknownField(path: string): void {
    if (!this.#former.fields.has(path.replaceAll(/\[\d+\]/g, "")))
      return this.#add({ path }, "unknown_field", "is no field of the type");
    const why = "is of a field that the type no longer has: it is kept, and not delivered";
    this.#put(this.orphans, { path }, "orphaned_value", why);
  }

  #unknownLocale(location: ValueLocation & { locale: string }): void {
    if (!this.#former.locales.has(location.locale))
      return this.#add(location, "unknown_locale", "is in a locale that the project lacks");
    const why = "is in a locale that the project no longer has: it is kept, and not delivered";
    this.#put(this.orphans, location, "orphaned_value", why);
  }

  #value(
    definition: AnyDefinition,
    value: unknown,
    location: ValueLocation,
    isRequired = definition.required === true,
  ): void {
    if (isRequired && isEmptyValue(value)) return this.#add(location, "required", "is required");
    if (isAbsent(value)) return;
    switch (definition.type) {
      case "portableText":
        return checkPortableText(value, location.path, (path, code, message) =>
          this.#add({ ...location, path }, code, message),
        );
      case "string":
      case "text":
        return this.#text(definition, value, location);
      case "media":
      case "reference":
        return this.#note(checkNamed(definition, value, this.#known), location);
      case "object":
        if (!isPlainObject(value)) return this.#add(location, "invalid_type", "must be an object");
        return this.fields(definition.fields, value, `${location.path}.`);
      case "array":
        if (!Array.isArray(value)) return this.#add(location, "invalid_type", "must be a list");
        for (const [index, item] of value.entries()) {
          if (this.#isFull) return;
          this.#item(definition.of, item, `${location.path}[${index}]`);
        }
        return;
      default:
        return this.#note(checkScalar(definition, value), location);
    }
  }

  #item(definition: AnyDefinition, value: unknown, path: string): void {
    if (isAbsent(value)) return this.#add({ path }, "required", "is empty; fill the item or remove it");
    this.#value(definition, value, { path });
  }

  /** Checks a text. An empty one counts as no value, so its options do not apply. */
  #text(definition: TextDefinition, value: unknown, location: ValueLocation): void {
    if (typeof value !== "string") return this.#add(location, "invalid_type", "must be a text");
    const { maxLength } = definition;
    if (maxLength !== undefined && !isWithinCodePoints(value, maxLength))
      return this.#add(location, "too_long", `must have at most ${maxLength} characters`);
    if (definition.type !== "string" || definition.enum === undefined || value === "") return;
    if (!isAmong(definition.enum, value))
      this.#add(location, "not_in_enum", `must be ${oneOf(definition.enum, "options", quoted)}`);
  }

  #note(wrong: Wrong | null, location: ValueLocation): void {
    if (wrong !== null) this.#add(location, wrong.code, wrong.message);
  }

  #add(location: ValueLocation, code: IssueCode, message: string): void {
    this.#put(this.issues, location, code, message);
  }

  #put(into: ContentIssue[], location: ValueLocation, code: IssueCode, message: string): void {
    if (into.length < MAX_ISSUES) into.push(makeIssue(location, code, message));
  }
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;
