import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";
import { CONTENT_NAME, REFUSED_FIELD_NAMES } from "./content-names.js";
import {
  FIELD_TYPES,
  type FieldDefinition,
  type FieldType,
  MAX_NESTING,
  MEDIA_KINDS,
} from "./content-schema.js";

/** Of a whole schema, nested ones and those of lists included. */
export const MAX_FIELDS = 500;
const MAX_ENUM = 500;
const MAX_TARGETS = 100;

export const contentTitle = z
  .string("must be a text of 1 to 200 characters")
  .overwrite((text) => text.toWellFormed())
  .refine((text) => text.trim() !== "" && isWithinCodePoints(text, 200), "must have 1 to 200 characters")
  .meta({ minLength: 1, maxLength: 200 });

export const contentDescription = z
  .string("must be a text")
  .overwrite((text) => text.toWellFormed())
  .refine((text) => isWithinCodePoints(text, 2000), "must have at most 2,000 characters")
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
const choices = z
  .array(
    z
      .string("must be a text")
      .refine((text) => text !== "" && isWithinCodePoints(text, 1000), "must have 1 to 1,000 characters"),
    "must be a list of texts",
  )
  .min(1, "must have at least one entry")
  .max(MAX_ENUM, `must have at most ${MAX_ENUM} entries`)
  .refine(isUnique, "must not repeat an entry");
const accept = z
  .array(z.enum(MEDIA_KINDS), "must be a list of image, video, audio")
  .min(1, "must name at least one of image, video, audio; leave it out to accept all")
  .refine(isUnique, "must not repeat an entry");
const targets = z
  .array(name, "must be a list of names of content types")
  .min(1, "must name at least one content type")
  .max(MAX_TARGETS, `must name at most ${MAX_TARGETS} content types`)
  .refine(isUnique, "must not repeat an entry");

/** What a field of each type may say beside what every field may (spec: Content type, options). */
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
    fields: z
      .array(z.unknown(), "must be a list of field definitions")
      .min(1, "must have at least one field"),
  },
  array: { of: z.unknown() },
} as const satisfies Record<FieldType, z.ZodRawShape>;

const EVERY = { required: flag.optional(), description: contentDescription.optional() };

/** Strict: an option that is mistyped, or of another type, is refused by its name (decisions 10). */
const shapesOf = <C extends z.ZodRawShape>(common: C) =>
  Object.fromEntries(
    FIELD_TYPES.map((type) => [
      type,
      z.strictObject({ type: z.literal(type), ...EVERY, ...common, ...OPTIONS[type] }),
    ]),
  ) as unknown as Record<FieldType, z.ZodType<Record<string, unknown>>>;

const FIELD_SHAPES = shapesOf({ name: fieldName, title: contentTitle });
const ITEM_SHAPES = shapesOf({ title: contentTitle.optional() });

type Path = PropertyKey[];

/** Where a definition stands in its schema. */
interface Place {
  path: Path;
  /** How many objects it is in. */
  depth: number;
  isInArray: boolean;
}

/** The fields of a schema as a caller sends them, checked one by one, with every refusal at its path. */
export const contentFields = z
  .array(z.unknown(), "must be a list of field definitions")
  .transform((list, context): FieldDefinition[] => {
    const check = new FieldsCheck((path, message) =>
      context.issues.push({ code: "custom", path, message, input: list, continue: false }),
    );
    return check.fields(list, { path: [], depth: 0, isInArray: false }) as FieldDefinition[];
  });

class FieldsCheck {
  readonly #refuse: (path: Path, message: string) => void;
  #count = 0;

  constructor(refuse: (path: Path, message: string) => void) {
    this.#refuse = refuse;
  }

  fields(list: readonly unknown[], { path, ...place }: Place): unknown[] {
    const names = new Set<string>();
    return list.map((value, index) => {
      const at = [...path, index];
      const field = this.#definition(value, FIELD_SHAPES, { ...place, path: at });
      const own = field["name"];
      if (typeof own === "string" && names.has(own))
        this.#refuse([...at, "name"], `repeats ${own}: a field of this name stands before it`);
      else if (typeof own === "string") names.add(own);
      return field;
    });
  }

  #definition(
    value: unknown,
    shapes: Record<FieldType, z.ZodType<Record<string, unknown>>>,
    place: Place,
  ): Record<string, unknown> {
    const { path } = place;
    if (++this.#count === MAX_FIELDS + 1) this.#refuse([], `must have at most ${MAX_FIELDS} fields in all`);
    if (this.#count > MAX_FIELDS) return {};
    if (!isObject(value)) return this.#none(path, "must be a field definition: an object with a type");
    const { type } = value;
    if (!isFieldType(type)) return this.#none([...path, "type"], `must be ${FIELD_TYPES.join(" or ")}`);
    const parsed = shapes[type].safeParse(value, { reportInput: true });
    for (const issue of parsed.error?.issues ?? []) this.#refuse([...path, ...issue.path], wording(issue));
    if (!parsed.success) return {};
    return this.#inside(type, parsed.data, place);
  }

  /** What the options say together, and what is nested. */
  #inside(type: FieldType, field: Record<string, unknown>, { path, depth, isInArray }: Place) {
    const { min, max } = field;
    if (typeof min === "number" && typeof max === "number" && min > max)
      this.#refuse([...path, "max"], `must not be below min, ${min}`);
    if (field["localized"] === true && isInArray)
      this.#refuse([...path, "localized"], "must not stand inside an array");
    if (type === "object") {
      if (depth === MAX_NESTING) return this.#none(path, `nests objects deeper than ${MAX_NESTING} levels`);
      const place = { path: [...path, "fields"], depth: depth + 1, isInArray };
      return { ...field, fields: this.fields(field["fields"] as unknown[], place) };
    }
    if (type !== "array") return field;
    const { of } = field;
    const at = [...path, "of"];
    if (isObject(of) && of["type"] === "array")
      return this.#none([...at, "type"], "must not be array: an array holds any other type");
    return { ...field, of: this.#definition(of, ITEM_SHAPES, { path: at, depth, isInArray: true }) };
  }

  #none(path: Path, message: string): Record<string, unknown> {
    this.#refuse(path, message);
    return {};
  }
}

/** What the sentence of a refusal says behind the path. */
function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `has unknown options: ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  if (issue.input === undefined) return "is required";
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}`;
  return issue.message;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFieldType = (value: unknown): value is FieldType => FIELD_TYPES.some((type) => type === value);
