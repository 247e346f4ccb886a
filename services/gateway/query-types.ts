import { z } from "zod";
import type { Contract } from "../../contracts/contract.js";

type Kind = "number" | "boolean";

interface PropertySchema {
  type?: string | string[];
  anyOf?: PropertySchema[];
}

/** Turns the text of query parameters into what the contract expects; what does not fit stays text and is refused there. */
export function queryReader(
  contract: Contract,
): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const schema = z.toJSONSchema(contract.params, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, PropertySchema>;
  };
  const kinds = new Map<string, Kind>();
  const names = new Set(Object.keys(schema.properties ?? {}));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const types = typesOf(property);
    if (types.includes("integer") || types.includes("number")) kinds.set(name, "number");
    else if (types.includes("boolean")) kinds.set(name, "boolean");
  }
  return (query) => {
    const params: Record<string, unknown> = {};
    for (const name in query) {
      if (!names.has(name)) continue;
      const given = query[name];
      params[name] = typed(Array.isArray(given) ? given.at(-1) : given, kinds.get(name));
    }
    return params;
  };
}

const typesOf = (property: PropertySchema): string[] =>
  [property.type ?? [], (property.anyOf ?? []).flatMap(typesOf)].flat();

function typed(text: unknown, kind: Kind | undefined): unknown {
  if (typeof text !== "string" || kind === undefined) return text;
  if (kind === "boolean")
    return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
