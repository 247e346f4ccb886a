import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { atMostCodePoints, isWithinCodePoints } from "./code-points.js";
import { CONTENT_NAME, REFUSED_FIELD_NAMES } from "./content-names.js";
import {
  FIELD_TYPES,
  type FieldType,
  LOCALIZABLE_TYPES,
  MAX_NESTING,
  MEDIA_KINDS,
} from "./content-schema.js";

/** Definitions of a whole schema, nested ones and those of lists included. */
export const MAX_FIELDS = 500;
export const TOO_MANY_FIELDS = `must have at most ${MAX_FIELDS} fields in all`;
const MAX_ENUM = 500;
const MAX_TARGETS = 100;
/** Entries of a list of media kinds that are read, so that a wrong one is named. */
const MAX_ACCEPT = 20;

export const contentTitle = z
  .string("must be a text of 1 to 200 characters")
  .overwrite((text) => text.toWellFormed())
  .refine((text) => text.trim() !== "" && isWithinCodePoints(text, 200), "must have 1 to 200 characters")
  .meta({ minLength: 1, maxLength: 200 });

export const contentDescription = z
  .string("must be a text")
  .overwrite((text) => text.toWellFormed())
  .check(atMostCodePoints(2000, "must have at most 2,000 characters"))
  .meta({ maxLength: 2000 });

const name = z
  .string("must be a name such as coverImage")
  .regex(
    CONTENT_NAME,
    "must begin with a small letter and have up to 64 letters and digits, as in coverImage",
  );

const fieldName = name.refine(
  (text) => !REFUSED_FIELD_NAMES.includes(text),
  `must not be ${REFUSED_FIELD_NAMES.join(", ")}: filters use these words`,
);

const isUnique = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

const flag = z.boolean("must be true or false");
const maxLength = z
  .int("must be a whole number from 1")
  .min(1, "must be a whole number from 1")
  .max(2 ** 31 - 1, "must be a whole number below 2^31");
const bound = z.number("must be a number");
const choice = z
  .string("must be a text")
  .refine((text) => text !== "" && isWithinCodePoints(text, 1000), "must have 1 to 1,000 characters");
const choices = boundedList(choice, MAX_ENUM, {
  error: "must be a list of texts",
  tooLong: `must have at most ${MAX_ENUM} entries`,
})
  .min(1, "must have at least one entry")
  .refine(isUnique, "must not repeat an entry");
const accept = boundedList(z.enum(MEDIA_KINDS), MAX_ACCEPT, {
  error: "must be a list of image, video, audio",
  tooLong: "must name each of image, video, audio once at most",
})
  .min(1, "must name at least one of image, video, audio; leave it out to accept all")
  .refine(isUnique, "must not repeat an entry");
const targets = boundedList(name, MAX_TARGETS, {
  error: "must be a list of names of content types",
  tooLong: `must name at most ${MAX_TARGETS} content types`,
})
  .min(1, "must name at least one content type")
  .refine(isUnique, "must not repeat an entry");

/** Options of each field type, besides those that every field may have (rules/content 5). */
const OPTIONS = {
  string: { maxLength: maxLength.optional(), enum: choices.optional(), localized: flag.optional() },
  text: { maxLength: maxLength.optional(), localized: flag.optional() },
  number: { integer: flag.optional(), min: bound.optional(), max: bound.optional() },
  boolean: {},
  datetime: {},
  portableText: { localized: flag.optional() },
  media: { accept: accept.optional(), localized: flag.optional() },
  reference: { to: targets },
  object: {
    fields: boundedList(z.unknown(), MAX_FIELDS, {
      error: "must be a list of field definitions",
      tooLong: TOO_MANY_FIELDS,
    }).min(1, "must have at least one field"),
  },
  array: { of: z.unknown() },
} as const satisfies Record<FieldType, z.ZodRawShape>;

const EVERY = { required: flag.optional(), description: contentDescription.optional() };

/**
 * Strict object shapes by field type: a mistyped option, or one of another type, is refused by its name
 * (rules/content 5).
 */
export type Shapes = Record<FieldType, z.ZodObject<Record<string, z.ZodType>>>;

const shapesOf = <C extends z.ZodRawShape>(common: C) =>
  Object.fromEntries(
    FIELD_TYPES.map((type) => [
      type,
      z.strictObject({ type: z.literal(type), ...EVERY, ...common, ...OPTIONS[type] }),
    ]),
  ) as unknown as Shapes;

/** Shapes of a field definition by its type, without nested definitions. */
export const FIELD_SHAPES = shapesOf({ name: fieldName, title: contentTitle });
/** Shapes of an array's item definition by its type, without nested definitions. */
export const ITEM_SHAPES = shapesOf({ title: contentTitle.optional() });

const names = (types: readonly FieldType[]): string => types.join(", ");
const options = (description: string, type: string, more: object = {}) => ({ type, description, ...more });

/**
 * JSON Schema of a field definition for people and agents. It leaves details out, since each refusal names
 * its place.
 */
export const DEFINITION_SCHEMA = {
  type: "object",
  required: ["name", "title", "type"],
  additionalProperties: false,
  properties: {
    name: options("Name of the field; not and, or, not, id.", "string", { pattern: CONTENT_NAME.source }),
    title: options("Title that editors read.", "string", { minLength: 1, maxLength: 200 }),
    description: options("Description for editors.", "string", { maxLength: 2000 }),
    type: { type: "string", enum: FIELD_TYPES },
    required: options("True when publishing needs a value.", "boolean"),
    localized: options(
      `True gives the field a value for each locale. For ${names(LOCALIZABLE_TYPES)}; not inside an array.`,
      "boolean",
    ),
    maxLength: options("Most characters of a string or text.", "integer", { minimum: 1 }),
    enum: options("Values that a string may have.", "array", {
      items: { type: "string" },
      maxItems: MAX_ENUM,
    }),
    integer: options("True for a number that must be whole.", "boolean"),
    min: options("Smallest value of a number.", "number"),
    max: options("Largest value of a number.", "number"),
    accept: options("Kinds of media that a media field accepts; default: all.", "array", {
      items: { type: "string", enum: MEDIA_KINDS },
      maxItems: MEDIA_KINDS.length,
    }),
    to: options(
      "Names of the content types that a reference may lead to, which exist or are this one; required for a reference.",
      "array",
      {
        items: { type: "string" },
        maxItems: MAX_TARGETS,
      },
    ),
    fields: options(
      `Fields of an object, ${MAX_NESTING} levels deep, in definitions like this one; required for an object.`,
      "array",
      {
        items: { type: "object" },
      },
    ),
    of: options(
      "Definition of an array's items, without name and of any type but array; required for an array.",
      "object",
    ),
  },
};
