import { z } from "zod";
import { pathNames, type Contract, type RestRoute } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";

type Kind = "integer" | "number" | "boolean" | "text";

interface PropertySchema {
  type?: string | string[];
  anyOf?: PropertySchema[];
}

/**
 * Returns a function that converts the query parameters that the contract names from text into their types; a
 * value that does not fit stays text and is refused by the contract. Throws `invalid_params` for a parameter
 * that is given twice, because nobody can tell which value was meant.
 */
export function queryReader(
  contract: Contract & { rest: RestRoute },
): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  // The kinds are made for the first caller of a route: for all routes at once they would be a tenth of a
  // process's start.
  let kinds: Map<string, Kind> | undefined;
  return (query) => {
    kinds ??= kindsOf(contract);
    const params: Record<string, unknown> = {};
    for (const name in query) {
      const kind = kinds.get(name);
      if (kind === undefined) continue;
      const given = query[name];
      if (Array.isArray(given)) throw invalidParams(`${name} may be given only once.`);
      params[name] = typed(given, kind);
    }
    return params;
  };
}

/**
 * Returns the kinds of query parameters: a reading route takes all of its parameters from the query, a
 * writing route those that it names.
 */
function kindsOf({ params, rest }: Contract & { rest: RestRoute }): Map<string, Kind> {
  const { properties = {} } = z.toJSONSchema(params, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, PropertySchema>;
  };
  const fromPath = pathNames(rest.path);
  const names = rest.method === "GET" ? Object.keys(properties) : (rest.query ?? []);
  return new Map(
    names
      .filter((name) => !fromPath.includes(name))
      .map((name) => [name, kindOf(typesOf(properties[name] ?? {}))]),
  );
}

const typesOf = (property: PropertySchema): string[] =>
  [property.type ?? [], (property.anyOf ?? []).flatMap(typesOf)].flat();

function kindOf(types: readonly string[]): Kind {
  for (const kind of ["integer", "number", "boolean"] as const) if (types.includes(kind)) return kind;
  return "text";
}

const NUMERALS = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ };
const BOOLEANS: Record<string, boolean> = { true: true, "1": true, false: false, "0": false };

function typed(text: unknown, kind: Kind): unknown {
  if (typeof text !== "string" || kind === "text") return text;
  if (kind === "boolean") return Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : text;
  return NUMERALS[kind].test(text) ? Number(text) : text;
}
