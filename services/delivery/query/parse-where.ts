import { isPlainObject } from "../../../contracts/content-empty.js";
import {
  type Condition,
  makeConjunction,
  makeDisjunction,
  makeNegation,
} from "../../../engines/document-index/index.js";
import { parseOperator } from "./parse-operator.js";
import {
  isSearch,
  MAX_SEARCHES,
  operatorsOf,
  type QueryableField,
  SEARCH_NAMES,
} from "./queryable-fields.js";
import { refusal, thereAre } from "./refusal.js";

const MAX_DEPTH = 8;
const MAX_CONDITIONS = 100;

/**
 * A filter as the wire has it, `{ field: { operator: value } }` with `and`, `or` and `not`, checked against the
 * fields of a type. Throws `invalid_params` that names the field or operator and the valid ones (rules/delivery 25).
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
