import { z } from "zod";
import { generationParams } from "../../contracts/generation-params.js";
import { createEstimate, createGeneration } from "../../contracts/generation.js";
import { SENT_SHAPES, SHAPES, STORED_AS } from "../../contracts/shapes.js";

type Json = Record<string, unknown>;
export interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/** 3.0 is for generators that do not read 3.1 yet: the same document in its words. */
export type OpenApiVersion = "3.0" | "3.1";

type Direction = "input" | "output";

const namesOf = (shapes: Readonly<Record<string, z.ZodType>>) =>
  new Map<unknown, string>(Object.entries(shapes).map(([name, shape]) => [shape, name]));
const NAMES: Readonly<Record<Direction, ReadonlyMap<unknown, string>>> = {
  input: namesOf(SENT_SHAPES),
  output: namesOf(SHAPES),
};
/** Requests whose `params` are those of a kind of model. */
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

/** Fields may be added to what is answered, so that nothing says that there are no others. */
function mayGrow(schema: Json): void {
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
}

/** Whole numbers that may be beyond 32 bits: generators take 32 where nothing is said. */
function sayWidth(schema: Json): void {
  const { type, minimum, maximum } = schema;
  if (type !== "integer") return;
  const isSmall = Number(minimum ?? -Infinity) >= -INT32 && Number(maximum ?? Infinity) <= INT32;
  if (!isSmall) schema["format"] = "int64";
  // The bounds of what JSON carries exactly are no rule of ours.
  if (minimum === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
}

/** What the target of zod leaves in the words of 3.1. */
function putOld(schema: Json): void {
  if (schema["contentEncoding"] === "base64") {
    delete schema["contentEncoding"];
    schema["format"] = "byte";
  }
  // Its validators hold a default against the type, of which null is none there; left out means the same.
  if (schema["default"] === null) delete schema["default"];
  // Generators of that time make no type of a choice of scalars: it is any value.
  const options = schema["anyOf"] as { type?: string }[] | undefined;
  if (options?.every(({ type }) => type !== undefined && SCALARS.has(type))) delete schema["anyOf"];
}

/** A union of named shapes says by which field they are told apart: `kind`. */
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

/** The kind that a named shape is for, by the reference to it. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...SENT_SHAPES, ...SHAPES }).flatMap(([name, shape]) => {
    const kind = shape instanceof z.ZodObject ? (shape.shape as Record<string, unknown>)["kind"] : undefined;
    return kind instanceof z.ZodLiteral ? [[`${REFERENCE}${name}`, String(kind.value)] as const] : [];
  }),
);

/** What a caller sends: only what is named is taken. */
export function requestSchema(params: z.ZodType, version: OpenApiVersion): ObjectSchema {
  const drawn = draw(params, "input", version, () => false);
  if (!TAKES_PARAMS.has(params) || drawn.properties?.["params"] === undefined) return drawn;
  const { description } = drawn.properties["params"];
  const $ref = `${REFERENCE}${NAMES.input.get(generationParams) ?? ""}`;
  return { ...drawn, properties: { ...drawn.properties, params: { $ref, description } } };
}

/** What is answered. */
export const responseSchema = (result: z.ZodType, version: OpenApiVersion): ObjectSchema =>
  draw(result, "output", version, () => true);

/** `components.schemas`: every shape by its name. */
export function shapeSchemas(version: OpenApiVersion): Record<string, ObjectSchema> {
  const drawn = (shapes: Readonly<Record<string, z.ZodType>>, io: Direction) =>
    Object.entries(shapes).map(([name, shape]): [string, ObjectSchema] => [
      name,
      draw(shape, io, version, (each) => each !== shape),
    ]);
  return Object.fromEntries([...drawn(SHAPES, "output"), ...drawn(SENT_SHAPES, "input")]);
}

/** In 3.0 a reference stands alone: what is said beside it is said around it. */
export function withoutSiblings<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutSiblings) as T;
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutSiblings(value)]));
  const { $ref, ...others } = made;
  if (typeof $ref !== "string" || Object.keys(others).length === 0) return made as T;
  return { allOf: [{ $ref }], ...others } as T;
}
