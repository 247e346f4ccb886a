import { z } from "zod";
import { generationParams } from "../../contracts/generation-params.js";
import { createEstimate, createGeneration } from "../../contracts/generation.js";
import { SENT_SHAPES, SHAPES, STORED_AS } from "../../contracts/shapes.js";

type Json = Record<string, unknown>;
export interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/**
 * The versions of OpenAPI. 3.0 is for generators that do not read 3.1 yet, and has the same document in its
 * own words.
 */
export type OpenApiVersion = "3.0" | "3.1";

type Direction = "input" | "output";

const namesOf = (shapes: Readonly<Record<string, z.ZodType>>) =>
  new Map<unknown, string>(Object.entries(shapes).map(([name, shape]) => [shape, name]));
const NAMES: Readonly<Record<Direction, ReadonlyMap<unknown, string>>> = {
  input: namesOf(SENT_SHAPES),
  output: namesOf(SHAPES),
};
/** The requests whose `params` are those of a kind of model. */
const TAKES_PARAMS = new Set<unknown>([createGeneration.params, createEstimate.params]);
const REFERENCE = "#/components/schemas/";
const INT32 = 2 ** 31 - 1;
const SCALARS: ReadonlySet<string> = new Set(["boolean", "integer", "number", "string"]);

interface Visited {
  zodSchema: z.ZodType;
  jsonSchema: Json;
}

function draw(
  schema: z.ZodType,
  io: Direction,
  version: OpenApiVersion,
  isNamed: (shape: unknown) => boolean,
): ObjectSchema {
  const { $schema: _dialect, ...drawn } = z.toJSONSchema(schema, {
    io,
    target: version === "3.0" ? "openapi-3.0" : "draft-2020-12",
    unrepresentable: "any",
    override: (visited) => {
      const { zodSchema, jsonSchema } = visited as unknown as Visited;
      if (io === "output") mayGrow(jsonSchema);
      sayWidth(jsonSchema);
      if (version === "3.0") putOld(jsonSchema);
      tellApart(jsonSchema);
      const shape = STORED_AS.get(zodSchema) ?? zodSchema;
      const name = NAMES[io].get(shape);
      if (name !== undefined && isNamed(shape)) refer(jsonSchema, name);
    },
  }) as ObjectSchema;
  return drawn;
}

function refer(schema: Json, name: string): void {
  for (const key of Object.keys(schema)) delete schema[key];
  schema["$ref"] = `${REFERENCE}${name}`;
}

/** Removes the ban on other fields, because fields may be added to answers. */
function mayGrow(schema: Json): void {
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
}

/** Sets the format of whole numbers that may be beyond 32 bits; generators take 32 bits where none is set. */
function sayWidth(schema: Json): void {
  const { type, minimum, maximum } = schema;
  if (type !== "integer") return;
  const isSmall = Number(minimum ?? -Infinity) >= -INT32 && Number(maximum ?? Infinity) <= INT32;
  if (!isSmall) schema["format"] = "int64";
  // The bounds of the numbers that JSON carries exactly are no rule of Kiln.
  if (minimum === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
}

/** Rewrites keywords of 3.1 that zod leaves in a schema for 3.0. */
function putOld(schema: Json): void {
  if (schema["contentEncoding"] === "base64") {
    delete schema["contentEncoding"];
    schema["format"] = "byte";
  }
  // Validators of 3.0 check a default against the type, which never includes null; a default that is left out
  // means the same.
  if (schema["default"] === null) delete schema["default"];
  // Generators of 3.0 make no type of a choice of scalars: it is any value.
  const options = schema["anyOf"] as { type?: string }[] | undefined;
  if (options?.every(({ type }) => type !== undefined && SCALARS.has(type))) delete schema["anyOf"];
}

/** Names the field that tells the named shapes of a union apart: `kind`. */
function tellApart(schema: Json): void {
  const options = schema["oneOf"];
  if (!Array.isArray(options) || schema["discriminator"] !== undefined) return;
  const mapping: Record<string, string> = {};
  for (const { $ref } of options as { $ref?: string }[]) {
    const kind = KINDS.get($ref ?? "");
    if ($ref === undefined || kind === undefined) return;
    mapping[kind] = $ref;
  }
  schema["discriminator"] = { propertyName: "kind", mapping };
}

/** The kind of each named shape, by the reference to the shape. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...SENT_SHAPES, ...SHAPES }).flatMap(([name, shape]) => {
    const kind = shape instanceof z.ZodObject ? (shape.shape as Record<string, unknown>)["kind"] : undefined;
    return kind instanceof z.ZodLiteral ? [[`${REFERENCE}${name}`, String(kind.value)] as const] : [];
  }),
);

/** Returns the schema of a request, which takes only the fields that it names. */
export function requestSchema(params: z.ZodType, version: OpenApiVersion): ObjectSchema {
  const drawn = draw(params, "input", version, () => false);
  if (!TAKES_PARAMS.has(params) || drawn.properties?.["params"] === undefined) return drawn;
  const { description } = drawn.properties["params"];
  const $ref = `${REFERENCE}${NAMES.input.get(generationParams) ?? ""}`;
  return { ...drawn, properties: { ...drawn.properties, params: { $ref, description } } };
}

/** Returns the schema of an answer. */
export const responseSchema = (result: z.ZodType, version: OpenApiVersion): ObjectSchema =>
  draw(result, "output", version, () => true);

/** Returns `components.schemas`: every shape by its name. */
export function shapeSchemas(version: OpenApiVersion): Record<string, ObjectSchema> {
  const drawn = (shapes: Readonly<Record<string, z.ZodType>>, io: Direction) =>
    Object.entries(shapes).map(([name, shape]): [string, ObjectSchema] => [
      name,
      draw(shape, io, version, (each) => each !== shape),
    ]);
  return Object.fromEntries([...drawn(SHAPES, "output"), ...drawn(SENT_SHAPES, "input")]);
}

/** Wraps references with siblings for 3.0, where a reference must stand alone. */
export function withoutSiblings<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutSiblings) as T;
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutSiblings(value)]));
  const { $ref, ...others } = made;
  if (typeof $ref !== "string" || Object.keys(others).length === 0) return made as T;
  return { allOf: [{ $ref }], ...others } as T;
}
