import { parseInstant } from "../../../contracts/content-datetime.js";
import { isPlainObject } from "../../../contracts/content-values.js";
import { FILTER_OPERATORS, type FilterOperator } from "../../../contracts/delivery.js";
import { isUuid } from "../../../contracts/ids.js";
import {
  type Condition,
  type FieldKind,
  foldCase,
  makeConjunction,
  makeDisjunction,
  makeMembership,
  makeNegation,
  type Operand,
} from "../../../engines/document-index/index.js";
import { refusal, thereAre } from "./refusal.js";
import type { FieldDefinition } from "../../../contracts/content-schema.js";

/** A field that queries may filter and sort by. */
export interface QueryableField {
  name: string;
  kind: FieldKind;
  isLocalized: boolean;
  /** Definition of the field; null for a system field. */
  definition: FieldDefinition | null;
}

const MAX_DEPTH = 8;
const MAX_CONDITIONS = 100;

/**
 * Operators by the kind of field. GraphQL's inputs and the refusals are made of this table; `parseOperator`
 * defines what each operator means.
 */
const OPERATORS: Readonly<Record<FieldKind, readonly FilterOperator[]>> = {
  text: FILTER_OPERATORS,
  number: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  instant: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  flag: ["eq", "ne", "in", "exists"],
  other: ["exists"],
};

/** Returns the filter operators that a field of the kind has (rules/delivery 18). */
export const operatorsOf = (kind: FieldKind): readonly FilterOperator[] => OPERATORS[kind];

/**
 * Operators that read all texts of a field. A filter, and all filters of a GraphQL query together, may have
 * few of them.
 */
const SEARCHES: readonly FilterOperator[] = ["contains"];
export const MAX_SEARCHES = 10;
/** Names of the searching operators in a refusal. */
export const SEARCH_NAMES = SEARCHES.join(" and ");

export const isSearch = (name: string): boolean => (SEARCHES as readonly string[]).includes(name);

/**
 * Parses a filter in its wire form, `{ field: { operator: value } }` with `and`, `or` and `not`, and checks
 * it against the fields of a type. Throws `invalid_params` that names the field or operator and the valid
 * ones (rules/delivery 25).
 */
export function parseWhere(fields: ReadonlyMap<string, QueryableField>, where: unknown): Condition {
  return new WhereParser(fields).parse(where, "where", 1);
}

class WhereParser {
  readonly #fields: ReadonlyMap<string, QueryableField>;
  #conditions = 0;
  #searches = 0;

  constructor(fields: ReadonlyMap<string, QueryableField>) {
    this.#fields = fields;
  }

  parse(where: unknown, path: string, depth: number): Condition {
    if (!isPlainObject(where)) throw refusal(`${path} must be an object of fields, and, or, not.`);
    if (depth > MAX_DEPTH) throw refusal(`${path} is nested deeper than ${MAX_DEPTH} levels.`);
    return makeConjunction(
      Object.entries(where).map(([name, value]) => {
        const inner = `${path}.${name}`;
        switch (name) {
          case "and":
            return makeConjunction(this.#parseList(value, inner, depth));
          case "or":
            return makeDisjunction(this.#parseList(value, inner, depth));
          case "not":
            return makeNegation(this.parse(value, inner, depth + 1));
          default:
            return this.#parseField(name, value, inner);
        }
      }),
    );
  }

  #parseList(list: unknown, path: string, depth: number): Condition[] {
    if (!Array.isArray(list) || list.length === 0)
      throw refusal(`${path} must be a list of at least one filter.`);
    return list.map((item, at) => this.parse(item, `${path}[${at}]`, depth + 1));
  }

  #parseField(name: string, operators: unknown, path: string): Condition {
    const field = this.#fields.get(name);
    if (field === undefined)
      throw refusal(`${path}: there is no field "${name}"; ${thereAre(this.#fields.keys())}.`);
    const valid = operatorsOf(field.kind);
    const isOperator = (operator: string): operator is (typeof valid)[number] =>
      (valid as readonly string[]).includes(operator);
    if (!isPlainObject(operators) || Object.keys(operators).length === 0)
      throw refusal(`${path} must be an object of operators: ${valid.join(", ")}.`);
    return makeConjunction(
      Object.entries(operators).map(([operator, operand]) => {
        if (!isOperator(operator))
          throw refusal(`${path}: "${operator}" is no operator of this field; it has ${valid.join(", ")}.`);
        this.#count(operator, path);
        return parseOperator(field, operator, operand, `${path}.${operator}`);
      }),
    );
  }

  #count(operator: string, path: string): void {
    if (++this.#conditions > MAX_CONDITIONS)
      throw refusal(`${path}: a filter has at most ${MAX_CONDITIONS} conditions.`);
    if (isSearch(operator) && ++this.#searches > MAX_SEARCHES)
      throw refusal(`${path}: a filter has at most ${MAX_SEARCHES} times ${SEARCH_NAMES}.`);
  }
}

/** Values that an `in` may have (rules/delivery 20). */
const MAX_IN = 50;

/**
 * Parses one operator of one field. Throws `invalid_params` for an operand of a wrong type, including `eq:
 * null`.
 */
function parseOperator(
  field: QueryableField,
  operator: FilterOperator,
  operand: unknown,
  path: string,
): Condition {
  const { name } = field;
  switch (operator) {
    case "exists": {
      if (typeof operand !== "boolean") throw refusal(`${path} must be true or false.`);
      const exists: Condition = { kind: "exists", field: name };
      return operand ? exists : makeNegation(exists);
    }
    case "contains":
      return { kind: "contains", field: name, text: foldCase(readText(operand, path)) };
    case "in":
      return makeMembership(name, readList(field, operand, path));
    case "eq":
      return { kind: "compare", field: name, operator, value: readValue(field, operand, path) };
    case "ne":
      return makeNegation({
        kind: "compare",
        field: name,
        operator: "eq",
        value: readValue(field, operand, path),
      });
    default:
      return { kind: "compare", field: name, operator, value: readOperand(field, operand, path) };
  }
}

function readList(field: QueryableField, operand: unknown, path: string): Operand[] {
  if (!Array.isArray(operand) || operand.length === 0 || operand.length > MAX_IN)
    throw refusal(`${path} must be a list of 1 to ${MAX_IN} values.`);
  return operand.map((item, at) => readValue(field, item, `${path}[${at}]`));
}

/**
 * Reads an operand that a value of the field can equal: a fraction equals no value of an integer field, but
 * it may be a bound of one.
 */
function readValue(field: QueryableField, operand: unknown, path: string): Operand {
  const value = readOperand(field, operand, path);
  const { definition } = field;
  if (definition?.type === "number" && definition.integer === true && !Number.isInteger(value))
    throw refusal(`${path} must be an integer, as the values of ${field.name} are.`);
  return value;
}

function readOperand({ name, kind }: QueryableField, operand: unknown, path: string): Operand {
  switch (kind) {
    case "number":
      if (typeof operand !== "number" || !Number.isFinite(operand))
        throw refusal(`${path} must be a number${hint(operand)}.`);
      return operand + 0; // -0 becomes 0.
    case "flag":
      if (typeof operand !== "boolean") throw refusal(`${path} must be true or false${hint(operand)}.`);
      return operand;
    case "instant": {
      const instant = typeof operand === "string" ? parseInstant(operand) : null;
      if (instant === null)
        throw refusal(`${path} must be an ISO 8601 date such as 2026-03-01T12:00:00Z${hint(operand)}.`);
      return instant;
    }
    default: {
      const text = readText(operand, path);
      // The case of ids does not matter, and names of content types' fields have no underscores.
      return name === "_id" && isUuid(text) ? text.toLowerCase() : text;
    }
  }
}

function readText(operand: unknown, path: string): string {
  if (typeof operand !== "string") throw refusal(`${path} must be a string${hint(operand)}.`);
  return operand.toWellFormed();
}

const hint = (operand: unknown): string => (operand === null ? "; absent values are found by exists" : "");
