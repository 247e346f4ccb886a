import type { FieldDefinition, FieldType, ItemDefinition } from "../../../contracts/content-schema.js";

/**
 * A field while it is edited. It also holds the options of other kinds, so that switching the kind back loses
 * nothing.
 */
export interface EditedField {
  /** An id that is unique on this page. */
  uid: number;
  /** The name under which documents hold the values; null for a field that was never saved. */
  saved: string | null;
  name: string;
  title: string;
  type: FieldType;
  description: string;
  required: boolean;
  localized: boolean;
  maxLength: number | null;
  /** The allowed values, one on each line. */
  choices: string;
  integer: boolean;
  min: number | null;
  max: number | null;
  accept: readonly ("image" | "video" | "audio")[];
  to: readonly string[];
  fields: readonly EditedField[];
  of: EditedField | null;
}

export const KINDS: Readonly<Record<FieldType, readonly [title: string, says: string]>> = {
  string: ["Line", "A short text in one line, or one of some choices"],
  text: ["Text", "Several lines without formatting"],
  portableText: ["Rich text", "Headings, lists, links, bold and italic"],
  number: ["Number", "A number, whole or with a fraction"],
  boolean: ["Yes or no", "A switch"],
  datetime: ["Date and time", "A moment"],
  media: ["File", "A picture, film or sound of the library"],
  reference: ["Reference", "Another document"],
  object: ["Group", "Several fields under one name"],
  array: ["List", "Many values of one kind"],
};

/** Deepest level of nested objects that the service accepts. */
export const MAX_NESTING = 3;

export const isLocalizable = (type: FieldType): boolean =>
  ["string", "text", "portableText", "media"].includes(type);

let uids = 0;

export const newField = (more: Partial<EditedField> = {}): EditedField => ({
  uid: (uids += 1),
  saved: null,
  name: "",
  title: "",
  type: "string",
  description: "",
  required: false,
  localized: false,
  maxLength: null,
  choices: "",
  integer: false,
  min: null,
  max: null,
  accept: [],
  to: [],
  fields: [],
  of: null,
  ...more,
});

type Options = Partial<{
  name: string;
  title: string;
  description: string;
  required: boolean;
  localized: boolean;
  maxLength: number;
  enum: string[];
  integer: boolean;
  min: number;
  max: number;
  accept: EditedField["accept"];
  to: string[];
  fields: FieldDefinition[];
  of: ItemDefinition;
}>;

export function edited(definition: FieldDefinition | ItemDefinition): EditedField {
  const given = definition as Options;
  return newField({
    saved: given.name ?? null,
    name: given.name ?? "",
    title: given.title ?? "",
    type: definition.type,
    description: given.description ?? "",
    required: given.required ?? false,
    localized: given.localized ?? false,
    maxLength: given.maxLength ?? null,
    choices: given.enum?.join("\n") ?? "",
    integer: given.integer ?? false,
    min: given.min ?? null,
    max: given.max ?? null,
    accept: given.accept ?? [],
    to: given.to ?? [],
    fields: given.fields?.map(edited) ?? [],
    of: given.of === undefined ? null : edited(given.of),
  });
}

const OWN: Readonly<Record<FieldType, readonly (keyof Options)[]>> = {
  string: ["maxLength", "enum", "localized"],
  text: ["maxLength", "localized"],
  number: ["integer", "min", "max"],
  boolean: [],
  datetime: [],
  portableText: ["localized"],
  media: ["accept", "localized"],
  reference: ["to"],
  object: ["fields"],
  array: ["of"],
};

/**
 * Returns the definition in the form of the API, with only those options that the kind has and the person
 * set.
 */
export function definitionOf(field: EditedField, isItem = false): FieldDefinition {
  const choices = field.choices
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const options: Options = {
    ...(field.maxLength !== null && { maxLength: field.maxLength }),
    ...(choices.length > 0 && { enum: choices }),
    ...(field.localized && !isItem && { localized: true }),
    ...(field.integer && { integer: true }),
    ...(field.min !== null && { min: field.min }),
    ...(field.max !== null && { max: field.max }),
    ...(field.accept.length > 0 && { accept: field.accept }),
    to: [...field.to],
    fields: field.fields.map((inner) => definitionOf(inner)),
    ...(field.type === "array" && {
      of: definitionOf(field.of ?? newField(), true) as unknown as ItemDefinition,
    }),
  };
  const own = OWN[field.type].flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  return {
    ...(!isItem && { name: field.name }),
    ...((!isItem || field.title.trim() !== "") && { title: field.title }),
    type: field.type,
    ...(field.description.trim() !== "" && { description: field.description }),
    ...(field.required && { required: true }),
    ...(Object.fromEntries(own) as object),
  } as FieldDefinition;
}

/** Returns a valid field name for a title: "Cover image" becomes coverImage. */
export const nameOf = (title: string): string =>
  title
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .map((word, at) =>
      at === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("")
    .replace(/^\d+/, "")
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .slice(0, 64);
