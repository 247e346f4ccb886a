import { AREAS, isScope } from "../../../contracts/scopes.js";

/** Scope that is never issued to a connected app (rules/identity 35). */
const NEVER = "account:rw";

/** All scopes that a connected app may be granted. */
export const GRANTABLE: readonly string[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:rw`]).filter(
  (scope) => scope !== NEVER,
);

/** Scopes of a client that names none (rules/identity 35). */
const DEFAULT: readonly string[] = AREAS.map((area) => (area === "account" ? "account:read" : `${area}:rw`));

/**
 * Returns the scopes that a client asks for, without those that are unknown or never issued; when none is
 * left, the default ones.
 */
export function askedScopes(text: string | null): string {
  const named = new Set((text ?? "").split(" ").filter((scope) => isScope(scope) && scope !== NEVER));
  return (named.size === 0 ? DEFAULT : [...named]).join(" ");
}
