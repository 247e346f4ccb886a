import { invalidParams, type ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { firstTypeNames } from "./type.repository.js";

/** The most names that an error message lists. */
const LISTED = 20;

/** Returns the list of existing types for an error message. */
export function listOf(names: readonly string[]): string {
  if (names.length === 0) return "the project has none yet";
  const rest = names.length > LISTED ? " and more" : "";
  return `there ${names.length === 1 ? "is" : "are"} ${names.slice(0, LISTED).join(", ")}${rest}`;
}

/**
 * Returns the error for a type in a body or query that the project does not have (rules/content 20). The
 * error lists the existing types.
 */
export async function unknownTypeName(read: Reader, projectId: string, type: string): Promise<ServiceError> {
  const names = await firstTypeNames(read, projectId, LISTED + 1);
  return invalidParams(`type: there is no content type ${JSON.stringify(type)}; ${listOf(names)}.`);
}
