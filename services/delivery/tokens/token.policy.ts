import { notFound, ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { type ProjectSeen, seeProject } from "../../projects/index.js";
import { findToken } from "./token.repository.js";

/**
 * Returns the account's view of a token's project. Throws the same `not_found` for a missing token and for
 * one of a project that the account does not see.
 */
export async function requireProjectOfToken(
  read: Reader,
  accountId: string,
  tokenId: string,
): Promise<ProjectSeen> {
  const token = await findToken(read, tokenId);
  const seen = token === null ? null : await seeProject(read, accountId, token.projectId);
  if (seen === null) throw unknownToken();
  return seen;
}

export const unknownToken = (): ServiceError => notFound("There is no such delivery token.");

/** Refuses all but the owner, who manages tokens (rules/delivery 3). Throws `forbidden`. */
export function allowTokens({ role }: ProjectSeen): void {
  if (role !== "owner")
    throw new ServiceError("forbidden", "Only the project's owner may use its delivery tokens.");
}
