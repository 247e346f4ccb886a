import { parseInstant } from "../../../contracts/content-datetime.js";
import type { FilterOperator } from "../../../contracts/delivery.js";
import { isUuid } from "../../../contracts/ids.js";
import {
  type Condition,
  foldCase,
  makeMembership,
  makeNegation,
  type Operand,
} from "../../../engines/document-index/index.js";
import type { QueryableField } from "./queryable-fields.js";
import { refusal } from "./refusal.js";

/** Values of an `in` (rules/delivery 20). */
const MAX_IN = 50;

/** One operator of one field. Throws `invalid_params` for an operand of a wrong type, `eq: null` among them. */
export function parseOperator(
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

/** An operand that a value of the field can equal: a fraction is none of an integer field, but it is a bound of one. */
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
      return operand + 0; // -0 is 0
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
      // the case of ids does not matter; fields of types have no underscores
      return name === "_id" && isUuid(text) ? text.toLowerCase() : text;
    }
  }
}

function readText(operand: unknown, path: string): string {
  if (typeof operand !== "string") throw refusal(`${path} must be a string${hint(operand)}.`);
  return operand.toWellFormed();
}

const hint = (operand: unknown): string => (operand === null ? "; absent values are found by exists" : "");
