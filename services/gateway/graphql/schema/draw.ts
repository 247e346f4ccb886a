import { z } from "zod";
import { SHAPES, STORED_AS } from "../../../../contracts/shapes.js";

/** A JSON schema, with the name of its shape. */
export interface Drawn {
  shape?: string;
  type?: string | string[];
  properties?: Record<string, Drawn>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Drawn;
  prefixItems?: unknown;
  anyOf?: Drawn[];
  oneOf?: Drawn[] | undefined;
  allOf?: unknown;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  description?: string;
}

const NAMES = new Map<unknown, string>(Object.entries(SHAPES).map(([name, shape]) => [shape, name]));

/** Returns the JSON schema of what a schema takes (`input`) or gives, with named shapes (ADR-0048). */
export const draw = (schema: z.ZodType, io: "input" | "output"): Drawn =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const stored = STORED_AS.get(zodSchema as unknown as z.ZodType);
      if (stored !== undefined && io === "output") {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        Object.assign(jsonSchema, ofAnyVersion(draw(stored, io)));
      }
      const shape = NAMES.get(stored ?? zodSchema);
      if (shape !== undefined) Object.assign(jsonSchema, { shape });
    },
  }) as Drawn;

/**
 * Returns the schema of a value that is stored as it was sent, whatever version took it: fields may be
 * missing that are required now, and a text may not be a choice any more. Only the property that tells the
 * kinds apart is certain.
 */
function ofAnyVersion(drawn: Drawn): Drawn {
  const { properties, items, anyOf, oneOf, required, enum: choices, ...rest } = drawn;
  const isTold = (name: string): boolean => properties?.[name]?.const !== undefined;
  const areTexts = choices?.every((choice) => typeof choice === "string") === true;
  return {
    ...rest,
    ...(choices !== undefined && !areTexts && { enum: choices }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, ofAnyVersion(property)]),
      ),
      required: (required ?? []).filter(isTold),
    }),
    ...(items !== undefined && { items: ofAnyVersion(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(ofAnyVersion) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(ofAnyVersion) }),
  };
}

/** Returns a schema without null, and whether it allowed null. */
export function withoutNull(drawn: Drawn): { schema: Drawn; isNullable: boolean } {
  const options = drawn.anyOf ?? drawn.oneOf;
  if (options !== undefined) {
    const others = options.filter(({ type }) => type !== "null");
    if (others.length === options.length) return { schema: drawn, isNullable: false };
    const [only] = others;
    if (others.length > 1 || only === undefined)
      return { schema: { ...drawn, anyOf: others, oneOf: undefined }, isNullable: true };
    const { schema } = withoutNull(only);
    const description = schema.description ?? drawn.description;
    return { schema: { ...schema, ...(description !== undefined && { description }) }, isNullable: true };
  }
  if (!Array.isArray(drawn.type)) return { schema: drawn, isNullable: false };
  const types = drawn.type.filter((type) => type !== "null");
  const isNullable = types.length < drawn.type.length;
  return { schema: types.length === 1 ? { ...drawn, type: types[0] ?? "" } : drawn, isNullable };
}

/** The names that GraphQL allows. */
export const NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

/** Tells whether GraphQL can name all fields: the schema is an object with some fields and no others. */
export const isClosed = ({ type, properties = {}, additionalProperties, allOf }: Drawn): boolean =>
  type === "object" &&
  allOf === undefined &&
  (additionalProperties === undefined || additionalProperties === false) &&
  Object.keys(properties).length > 0 &&
  Object.keys(properties).every((name) => NAME.test(name));

/** Returns the texts of an enumeration that GraphQL can name, or null. */
export function enumOf({ enum: values }: Drawn): string[] | null {
  if (values === undefined) return null;
  const texts = values.filter((value) => typeof value === "string");
  const isNamed = texts.length === values.length && texts.every((text) => NAME.test(text));
  return isNamed && !texts.some((text) => ["true", "false", "null"].includes(text)) ? texts : null;
}
