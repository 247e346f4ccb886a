import { z } from "zod";
import { BoundedList } from "../contracts/bounded-list.js";
import type { Contract } from "../contracts/contract.js";
import { DELIVERY_CONTRACTS } from "../contracts/delivery.js";
import { EVENT_CONTRACTS } from "../contracts/events.js";
import { GRAPHQL_CONTRACTS } from "../contracts/graphql.js";
import { CONTRACTS } from "../contracts/index.js";
import { TOOLS } from "../services/mcp/tools.js";
import type { Check, Problem } from "./check.js";

/** The schema of what a caller sends, with the name of the contract or tool and the file or folder that it stands in. */
export interface Request {
  path: string;
  name: string;
  schema: z.core.$ZodType;
}

/** Returns the paths of the lists in a schema that `boundedList` did not make. */
export function unboundedLists(schema: z.core.$ZodType): string[] {
  const found: string[] = [];
  walk(schema, "", new Set(), found);
  return found;
}

function walk(schema: z.core.$ZodType, path: string, seen: Set<z.core.$ZodType>, found: string[]): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.core.$ZodArray && !(schema instanceof BoundedList)) found.push(path);
  for (const [step, inner] of innerSchemas(schema)) walk(inner, path + step, seen, found);
}

/** Returns the schemas that a schema is made of, whatever its kind, each with its step of the path. */
function innerSchemas({ _zod: { def } }: z.core.$ZodType): [step: string, schema: z.core.$ZodType][] {
  if (def.type === "lazy") return [["", (def as z.core.$ZodLazyDef).getter()]];
  return Object.entries(def).flatMap(([name, part]: [string, unknown]) => {
    if (name === "shape")
      return Object.entries(part as z.core.$ZodShape).map(([key, field]): [string, z.core.$ZodType] => [
        `.${key}`,
        field,
      ]);
    const step = name === "element" || name === "items" ? "[]" : name === "valueType" ? ".*" : "";
    return [part]
      .flat()
      .flatMap((each): [string, z.core.$ZodType][] =>
        each instanceof z.core.$ZodType ? [[step, each]] : [],
      );
  });
}

/** Finds the lists of requests that are not bounded before their items are read (rules/edge 51). */
export const checkBoundedLists = (requests: readonly Request[]): Problem[] =>
  requests.flatMap(({ path, name, schema }) =>
    unboundedLists(schema).map((at) => ({
      path,
      message: `${name}: the list at ${at.replace(/^\./, "") || "the top"} has no bound; make it by boundedList of contracts/bounded-list.ts`,
    })),
  );

const isOfCallers = ({ audience }: Contract): boolean => audience !== "internal";

/** Returns the requests of all routes and tools; other services are trusted to send no list that is too long. */
export const allRequests = (): Request[] => [
  ...[...CONTRACTS, ...DELIVERY_CONTRACTS, ...EVENT_CONTRACTS, ...GRAPHQL_CONTRACTS]
    .filter(isOfCallers)
    .map(({ name, params }) => ({ path: "contracts", name, schema: params })),
  ...TOOLS.map(({ name, input }) => ({ path: "services/mcp/tools", name, schema: input })),
];

export const boundedLists: Check = {
  name: "lists of requests are bounded before their items are read",
  run: () => checkBoundedLists(allRequests()),
};
