import { AREAS, isScope } from "../../../contracts/scopes.js";

/** Never issued to a connected app (rules/identity 35). */
const NEVER = "account:rw";

/** All that a connected app may be granted. */
export const GRANTABLE: readonly string[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:rw`]).filter(
  (scope) => scope !== NEVER,
);

/** What a client that names no scope is granted (rules/identity 35). */
const DEFAULT: readonly string[] = AREAS.map((area) => (area === "account" ? "account:read" : `${area}:rw`));

/** The scopes that are asked for: what is unknown or never issued is dropped; nothing left is as if none was named. */
export function askedScopes(text: string | null): string {
  const named = new Set((text ?? "").split(" ").filter((scope) => isScope(scope) && scope !== NEVER));
  return (named.size === 0 ? DEFAULT : [...named]).join(" ");
}
