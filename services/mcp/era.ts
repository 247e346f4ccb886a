import { isPlainObject } from "../../contracts/content-values.js";

/** The first revision in which each request carries its client's identity (rules/mcp 1). */
export const STATELESS = "2026-07-28";

const CLAIM = "io.modelcontextprotocol/protocolVersion";
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns true for a message of the stateless era: it says so itself, or its header names such a revision.
 * Every other message is served by the earlier revisions.
 */
export function isStateless(message: object, version: string | string[] | undefined): boolean {
  const { params } = message as { params?: unknown };
  const { _meta: about } = isPlainObject(params) ? params : {};
  if (isPlainObject(about) && CLAIM in about) return true;
  return typeof version === "string" && DATE.test(version) && version >= STATELESS;
}
