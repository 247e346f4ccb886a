import type { Contract } from "../../../../contracts/contract.js";
import { SHAPES } from "../../../../contracts/shapes.js";
import { type Drawn, draw, isClosed, withoutNull } from "./draw.js";
import { fieldNameOf, typeNameOf } from "./field-names.js";
import type { Placed, Types } from "./types.js";

/** A field that calls a contract: its name, its parameters and its result. */
export interface ContractField {
  name: string;
  contract: Contract;
  operation: "query" | "mutation";
  params: Drawn;
  result: Drawn;
  /** The only property of the result, which the field gives itself; null where there are more. */
  only: string | null;
  /** The list of a page, which the field gives as `items`. */
  list: string | null;
}

/** Returns the field of a contract; null without a field (LEFT_OUT) or without a REST route. */
export function contractField(contract: Contract): ContractField | null {
  const name = fieldNameOf(contract);
  if (name === null || contract.rest === undefined) return null;
  const params = draw(contract.params, "input");
  const result = draw(contract.result, "output");
  const properties = result.shape === undefined && isClosed(result) ? (result.properties ?? {}) : {};
  const names = Object.keys(properties);
  const [first] = names;
  return {
    name,
    contract,
    operation: contract.rest.method === "GET" ? "query" : "mutation",
    params,
    result,
    only: names.length === 1 && first !== undefined ? first : null,
    list: "total" in properties ? (names.find((each) => isListOfObjects(properties[each])) ?? null) : null,
  };
}

const isListOfObjects = (schema: Drawn | undefined): boolean =>
  schema?.type === "array" && schema.items !== undefined && isClosed(withoutNull(schema.items).schema);

/** Returns the type of a field's result. */
export function resultType(field: ContractField, types: Types): Placed {
  const { name, result, only, list } = field;
  const typeName = typeNameOf(name);
  const { properties = {}, required = [] } = result;
  if (only !== null) {
    const schema = properties[only] ?? {};
    return types.output(schema, schema.shape ?? ownName(typeName));
  }
  if (list === null) return types.output(result, result.shape ?? `${typeName}Result`);
  const fields = Object.entries(properties).map(([key, schema]) => {
    const isList = key === list;
    const placed = types.output(schema, isList ? `${typeName}Item` : typeName + typeNameOf(key));
    const place = { ...placed, isNullable: placed.isNullable || !required.includes(key) };
    return [isList ? "items" : key, place] as const;
  });
  const value = types.objectOf(`${typeName}Page`, Object.fromEntries(fields));
  return { value, isNullable: false, hasNullItems: false };
}

/** Returns the name of a type without a name of its own; a name that a shape has already gets a suffix. */
const ownName = (name: string): string => (Object.hasOwn(SHAPES, name) ? `${name}Detail` : name);

/** The limit of a page where the caller names none; REST gives everything then. */
const PAGE = 50;

/** Returns the limit that is added to arguments; otherwise all items would be resolved one by one. */
export const standardLimit = ({ params: { properties = {} } }: ContractField): { limit?: number } =>
  properties["limit"] !== undefined && properties["limit"].default === undefined ? { limit: PAGE } : {};

/** Returns a result in the form of the field. */
export function presentResult({ only, list }: ContractField, result: Record<string, unknown>): unknown {
  if (only !== null) return result[only];
  if (list === null) return result;
  const { [list]: items, ...others } = result;
  return { ...others, items };
}

/**
 * Returns arguments in the form of the contract. A null where the contract allows none is an argument that
 * was left out: clients send null for each variable without a value.
 */
export function readArguments(
  schema: Drawn,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const { schema: inner, isNullable } = withoutNull(schema.properties?.[name] ?? {});
    const isOpen = inner.type === undefined && inner.anyOf === undefined && inner.oneOf === undefined;
    if (value === undefined || (value === null && !isNullable && !isOpen)) continue;
    params[name] = read(inner, value);
  }
  return params;
}

function read(schema: Drawn, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => read(withoutNull(items).schema, item));
  }
  if (typeof value !== "object" || value === null || !isClosed(schema)) return value;
  return readArguments(schema, value as Record<string, unknown>);
}
