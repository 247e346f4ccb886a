import type { Auth } from "../../contracts/auth.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { grants, type Scope } from "../../contracts/scopes.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { isInvited, type ProjectSeen } from "../projects/index.js";

/**
 * Throws `not_found` for accounts that are no operators and for keys with scopes: operator actions do not
 * exist for them (rules/identity 40).
 */
export function requireOperator(auth: Auth): void {
  if (!auth.isOperator || auth.scopes !== null) throw notFound();
}

/** Throws `unauthenticated` for keys: the action takes the session's cookie only. */
export function requireSession(auth: Auth): void {
  if (auth.kind !== "session") throw new ServiceError("unauthenticated");
}

/**
 * Throws `forbidden` for a credential with a limit, which could evade it by making another credential or
 * changing the limit.
 */
export function allowLimits({ budgetId }: Auth): void {
  if (budgetId)
    throw new ServiceError(
      "forbidden",
      "A key that has a limit of credits makes no keys and sets no limits. Use a session, or a key without a limit.",
    );
}

/**
 * Throws `forbidden` when a key with scopes would make a key with a scope that it lacks (rules/identity 22).
 */
export function allowMinting(auth: Auth, wanted: readonly string[]): void {
  allowLimits(auth);
  const missing = wanted.filter((scope) => !grants(auth.scopes, scope as Scope));
  if (missing.length > 0)
    throw new ServiceError(
      "forbidden",
      `A key mints only keys within its own scopes; this one lacks ${missing.join(", ")}.`,
    );
}

/** Throws `forbidden` for contributors: only the owner reads what was done in a project. */
export function allowProjectAudit({ role }: ProjectSeen): void {
  if (role !== "owner")
    throw new ServiceError("forbidden", "Only the project's owner reads what was done in it.");
}

/** Throws `forbidden` when SIGNUP closes sign-up to the address (rules/identity 3). */
export async function refuseClosed(
  { config }: Pick<Host, "config">,
  reader: Reader,
  email: string,
): Promise<void> {
  if (config.signup === "closed") throw new ServiceError("forbidden", "Sign-up is closed here.");
  if (config.signup === "invite" && !(await isInvited(reader, email)))
    throw new ServiceError(
      "forbidden",
      "Sign-up is by invite only here: ask the owner of a project to invite this address.",
    );
}
