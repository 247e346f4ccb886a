import { parseInstant } from "../../../contracts/content-datetime.js";
import type { IssueCode } from "../../../contracts/content-schema.js";
import type { AnyDefinition } from "../../../contracts/content-values.js";

export interface Wrong {
  code: IssueCode;
  message: string;
}

type ScalarDefinition = AnyDefinition & { type: "number" | "boolean" | "datetime" };

/** Returns the fault of the value of a number, a flag or a date; null when it has none. An empty date counts as no value. */
export function checkScalar(definition: ScalarDefinition, value: unknown): Wrong | null {
  switch (definition.type) {
    case "number":
      return checkNumber(definition, value);
    case "boolean":
      return typeof value === "boolean" ? null : wrongType("true or false");
    case "datetime":
      if (typeof value !== "string") return wrongType("an ISO 8601 date and time");
      if (value === "" || parseInstant(value) !== null) return null;
      return {
        code: "invalid_datetime",
        message: "must be an ISO 8601 date and time such as 2026-11-21T09:30:00Z",
      };
  }
}

function checkNumber({ integer, min, max }: ScalarDefinition & { type: "number" }, value: unknown) {
  if (typeof value !== "number" || !Number.isFinite(value)) return wrongType("a number");
  if (integer === true && !Number.isInteger(value)) return wrong("not_an_integer", "must be a whole number");
  if (min !== undefined && value < min) return wrong("too_small", `must be at least ${min}`);
  if (max !== undefined && value > max) return wrong("too_big", `must be at most ${max}`);
  return null;
}

export const wrong = (code: IssueCode, message: string): Wrong => ({ code, message });
const wrongType = (expected: string): Wrong => wrong("invalid_type", `must be ${expected}`);
