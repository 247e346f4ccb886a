import { z } from "zod";
import { SHAPES, STORED_AS } from "../../../../contracts/shapes.js";

/** A JSON schema, with the name of the shape that it is of. */
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

/** What a schema takes (`input`) or gives, with shapes named by identity (ADR-0048). */
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
 * What is stored as it was sent, by whatever version took it: fields may be missing that are required now, and a text may be one
 * that is no choice any more. Only what tells the kinds apart is certain.
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

/** A schema without null, and whether null is among what it allows. */
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

/** What GraphQL takes for a name. */
export const NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

/** Whether GraphQL can name each of its fields: an object that has some, and no others. */
export const isClosed = ({ type, properties = {}, additionalProperties, allOf }: Drawn): boolean =>
  type === "object" &&
  allOf === undefined &&
  (additionalProperties === undefined || additionalProperties === false) &&
  Object.keys(properties).length > 0 &&
  Object.keys(properties).every((name) => NAME.test(name));

/** The texts of an enumeration that GraphQL can name, or null. */
export function enumOf({ enum: values }: Drawn): string[] | null {
  if (values === undefined) return null;
  const texts = values.filter((value) => typeof value === "string");
  const isNamed = texts.length === values.length && texts.every((text) => NAME.test(text));
  return isNamed && !texts.some((text) => ["true", "false", "null"].includes(text)) ? texts : null;
}
