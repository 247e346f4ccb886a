import { z } from "zod";

/** Areas of scopes (rules/identity 28 and 31; rules/edge 39). */
export const AREAS = [
  "content",
  "media",
  "integrations",
  "generation",
  "workflows",
  "cuts",
  "projects",
  "plugins",
  "community",
  "build",
  "agents",
  "account",
] as const;
export type ScopeArea = (typeof AREAS)[number];
export type Access = "read" | "rw";
export type Scope = `${ScopeArea}:${Access}`;

export const SCOPES: readonly Scope[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:rw`] as const);

export const scope = z.enum(SCOPES as [Scope, ...Scope[]]);

const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export const isScope = (text: string): text is Scope => KNOWN.has(text);

/**
 * Returns true when the granted scopes (null is full access) include the needed one; `rw` includes `read`.
 */
export function grants(granted: readonly string[] | null, needed: Scope): boolean {
  if (granted === null || granted.includes(needed)) return true;
  const [area, access] = needed.split(":");
  return access === "read" && granted.includes(`${area}:rw`);
}

/** For each scope the scopes that grant it, computed once because every request asks. */
export const GRANTED_BY: ReadonlyMap<Scope, readonly string[]> = new Map(
  SCOPES.map((needed) => [needed, SCOPES.filter((held) => grants([held], needed))]),
);

/**
 * Returns true when the granted scopes (null is full access) include all of the others (null is all scopes).
 */
export const grantsAll = (granted: readonly string[] | null, others: readonly string[] | null): boolean =>
  granted === null || (others ?? SCOPES).every((needed) => grants(granted, needed as Scope));

/** Returns the sentence that refuses a request outside its key's scopes (rules/identity 29). */
export const scopeMessage = (needed: Scope): string => `This key needs the scope ${needed}`;
