import { z } from "zod";
import { generationParams } from "../../contracts/generation-params.js";
import { createEstimate, createGeneration } from "../../contracts/generation.js";
import { SHAPES } from "../../contracts/shapes.js";

type Json = Record<string, unknown>;
export interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

const NAMES = new Map<unknown, string>(Object.entries(SHAPES).map(([name, shape]) => [shape, name]));
/** Sent by callers: they keep what refuses a misspelt field. */
const SENT = ["AudioParams", "ImageParams", "UpscaleParams", "VideoParams"];
/** Requests whose `params` are those of a kind of model. */
const TAKES_PARAMS = new Set<unknown>([createGeneration.params, createEstimate.params]);

interface Visited {
  zodSchema: unknown;
  jsonSchema: Json;
}

function refer({ zodSchema, jsonSchema }: Visited): void {
  const name = NAMES.get(zodSchema);
  if (name === undefined) return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  jsonSchema["$ref"] = `#/components/schemas/${name}`;
}

function draw(schema: z.ZodType, io: "input" | "output", visit: (visited: Visited) => void): ObjectSchema {
  const { $schema: _dialect, ...drawn } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: (visited) => visit(visited as unknown as Visited),
  }) as ObjectSchema;
  return drawn;
}

/** What a caller sends: only what is named is taken. Shapes that are shared are named, not repeated. */
export function requestSchema(params: z.ZodType): ObjectSchema {
  const drawn = draw(params, "input", () => {});
  if (!TAKES_PARAMS.has(params) || drawn.properties?.["params"] === undefined) return drawn;
  const { description } = drawn.properties["params"];
  const byKind = draw(generationParams, "input", refer);
  return { ...drawn, properties: { ...drawn.properties, params: { ...byKind, description } } };
}

/** What is answered. Fields may be added to it, so that nothing says that there are no others. */
export const responseSchema = (result: z.ZodType): ObjectSchema =>
  draw(result, "output", (visited) => {
    mayGrow(visited);
    refer(visited);
  });

function mayGrow({ jsonSchema }: Visited): void {
  if (jsonSchema["additionalProperties"] === false) delete jsonSchema["additionalProperties"];
}

/** `components.schemas`: every shape by its name. */
export function shapeSchemas(): Record<string, ObjectSchema> {
  const drawn = Object.entries(SHAPES).map(([name, shape]): [string, ObjectSchema] => {
    const isSent = SENT.includes(name);
    const schema = draw(shape, isSent ? "input" : "output", (visited) => {
      if (!isSent) mayGrow(visited);
      if (visited.zodSchema !== shape) refer(visited);
    });
    return [name, schema];
  });
  return Object.fromEntries(drawn);
}
