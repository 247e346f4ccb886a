import { z } from "zod";
import type { Service } from "../service.js";

interface Schema {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  anyOf?: Schema[];
}

/**
 * Returns the parameters without a bound, a sentence each: a text needs a maximal length, a pattern, a format
 * or fixed values, and a list a maximal number of items.
 */
export const unboundedParams = ({ actions }: Service): string[] =>
  actions.flatMap(({ contract }) => {
    const drawn = z.toJSONSchema(contract.params, { io: "input", unrepresentable: "any" }) as Schema;
    return unbounded(drawn, "").map((problem) => `${contract.name}: ${problem}`);
  });

function unbounded(schema: Schema, path: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      unbounded(each, path === "" ? name : `${path}.${name}`),
    ),
    ...(schema.anyOf ?? []).flatMap((each) => unbounded(each, path)),
    ...(typeof schema.items === "object" ? unbounded(schema.items, `${path}[]`) : []),
  ];
  const { maxLength, pattern, format, maxItems } = schema;
  const isFree = [maxLength, pattern, format, schema.enum, schema.const].every((each) => each === undefined);
  if (schema.type === "string" && isFree) inside.push(`${path} has no maximal length`);
  if (schema.type === "array" && maxItems === undefined)
    inside.push(`${path} has no maximal number of items`);
  return inside;
}
