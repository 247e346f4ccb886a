import { z } from "zod";
import { isPerhapsWithin } from "./bounded-json.js";
import { boundedList } from "./bounded-list.js";
import {
  DEFINITION_SCHEMA,
  FIELD_SHAPES,
  ITEM_SHAPES,
  MAX_FIELDS,
  type Shapes,
  TOO_MANY_FIELDS,
} from "./content-definition.js";
import { isWithinCodePoints } from "./code-points.js";
import { isPlainObject } from "./content-values.js";
import { withNearest } from "./nearest-name.js";
import { FIELD_TYPES, type FieldDefinition, type FieldType, MAX_NESTING } from "./content-schema.js";

/** Of the definitions as JSON: every save of a document reads its schema. */
const MAX_SCHEMA_CHARACTERS = 256 * 1024;

type Path = PropertyKey[];

/** Place of a definition in its schema. */
interface DefinitionLocation {
  path: Path;
  /** Number of objects around the definition. */
  depth: number;
  isInArray: boolean;
}

/** The fields of a schema as a caller sends them, checked one by one, with every refusal at its path. */
export const contentFields = boundedList(z.unknown(), MAX_FIELDS, {
  error: "must be a list of field definitions",
  tooLong: TOO_MANY_FIELDS,
})
  .transform((list, context): FieldDefinition[] => {
    if (
      !isPerhapsWithin(list, MAX_SCHEMA_CHARACTERS) ||
      JSON.stringify(list).length > MAX_SCHEMA_CHARACTERS
    ) {
      const message = `must have at most ${MAX_SCHEMA_CHARACTERS} characters as JSON`;
      context.issues.push({ code: "custom", message, input: list, continue: false });
      return z.NEVER;
    }
    const check = new FieldsCheck((path, message) =>
      context.issues.push({ code: "custom", path, message, input: list, continue: false }),
    );
    return check.fields(list, { path: [], depth: 0, isInArray: false }) as FieldDefinition[];
  })
  .meta({ type: "array", maxItems: MAX_FIELDS, items: DEFINITION_SCHEMA });

class FieldsCheck {
  readonly #refuse: (path: Path, message: string) => void;
  #count = 0;

  constructor(refuse: (path: Path, message: string) => void) {
    this.#refuse = refuse;
  }

  fields(list: readonly unknown[], { path, ...location }: DefinitionLocation): unknown[] {
    const names = new Set<string>();
    return list.map((value, index) => {
      const at = [...path, index];
      const field = this.#definition(value, FIELD_SHAPES, { ...location, path: at });
      const own = field["name"];
      if (typeof own === "string" && names.has(own))
        this.#refuse([...at, "name"], `repeats ${own}: a field of this name stands before it`);
      else if (typeof own === "string") names.add(own);
      return field;
    });
  }

  #definition(value: unknown, shapes: Shapes, location: DefinitionLocation): Record<string, unknown> {
    const { path } = location;
    if (++this.#count === MAX_FIELDS + 1) this.#refuse([], TOO_MANY_FIELDS);
    if (this.#count > MAX_FIELDS) return {};
    if (!isPlainObject(value)) return this.#none(path, "must be a field definition: an object with a type");
    const { type } = value;
    if (!isFieldType(type)) return this.#none([...path, "type"], `must be ${FIELD_TYPES.join(" or ")}`);
    const parsed = shapes[type].safeParse(value, { reportInput: true });
    for (const issue of parsed.error?.issues ?? [])
      this.#refuse([...path, ...issue.path], wording(issue, Object.keys(shapes[type].shape)));
    if (!parsed.success) return {};
    return this.#inside(type, parsed.data, location);
  }

  /** Checks options that depend on each other, and nested definitions. */
  #inside(type: FieldType, field: Record<string, unknown>, { path, depth, isInArray }: DefinitionLocation) {
    const { min, max } = field;
    if (typeof min === "number" && typeof max === "number" && min > max)
      this.#refuse([...path, "max"], `must not be below min, ${min}`);
    const impossible = whyImpossible(field);
    if (impossible !== null) this.#refuse([...path, impossible.option], impossible.why);
    if (field["localized"] === true && isInArray)
      this.#refuse([...path, "localized"], "must not stand inside an array");
    if (type === "object") {
      if (depth === MAX_NESTING) return this.#none(path, `nests objects deeper than ${MAX_NESTING} levels`);
      const location = { path: [...path, "fields"], depth: depth + 1, isInArray };
      return { ...field, fields: this.fields(field["fields"] as unknown[], location) };
    }
    if (type !== "array") return field;
    const { of } = field;
    const at = [...path, "of"];
    if (isPlainObject(of) && of["type"] === "array")
      return this.#none([...at, "type"], "must not be array: an array holds any other type");
    return { ...field, of: this.#definition(of, ITEM_SHAPES, { path: at, depth, isInArray: true }) };
  }

  #none(path: Path, message: string): Record<string, unknown> {
    this.#refuse(path, message);
    return {};
  }
}

/**
 * Returns the option that no value can satisfy together with the others, and the reason; null when values
 * exist.
 */
function whyImpossible({
  type,
  min,
  max,
  ...options
}: Record<string, unknown>): { option: string; why: string } | null {
  if (type === "number" && options["integer"] === true) {
    const least = Math.ceil(Math.max(Number(min ?? -MAX_INTEGER), -MAX_INTEGER));
    const most = Math.floor(Math.min(Number(max ?? MAX_INTEGER), MAX_INTEGER));
    const isOrdered = min === undefined || max === undefined || Number(min) <= Number(max);
    if (least > most && isOrdered)
      return { option: "integer", why: "leaves no value: there is no whole number between min and max" };
  }
  const { enum: choices, maxLength } = options;
  if (type !== "string" || !Array.isArray(choices)) return null;
  const fitting = choices.filter(
    (choice) => typeof maxLength !== "number" || isWithinCodePoints(String(choice), maxLength),
  );
  if (fitting.length === 0)
    return {
      option: "enum",
      why: `leaves no value: each has more than maxLength, ${String(maxLength)}, characters`,
    };
  return null;
}

/** Largest whole number that JSON carries exactly. */
const MAX_INTEGER = 2 ** 53;

/** Returns the words of a refusal that follow the path. */
function wording(issue: z.core.$ZodIssue, options: readonly string[]): string {
  if (issue.code === "unrecognized_keys") return `has unknown options: ${withNearest(issue.keys, options)}`;
  if (issue.input === undefined) return "is required";
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}`;
  return issue.message;
}

const isFieldType = (value: unknown): value is FieldType => FIELD_TYPES.some((type) => type === value);
