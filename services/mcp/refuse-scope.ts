import type { ServerResponse } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import { grants, type Scope } from "../../contracts/scopes.js";
import { refuseMessage } from "./refusals.js";
import type { Tool } from "./tool.js";

/** A call of a tool that the scopes of a connected app's token do not open. */
export interface Unopened {
  tool: string;
  needed: Scope;
  id: unknown;
}

/**
 * Returns the call that the scopes do not open; null when the message may be served, and for scopes that no
 * app can be granted.
 */
export function unopened(auth: Auth, message: object, tools: readonly Tool[]): Unopened | null {
  const {
    method,
    id = null,
    params,
  } = message as { method?: unknown; id?: unknown; params?: { name?: unknown } };
  if (auth.kind !== "grant" || method !== "tools/call") return null;
  const tool = tools.find(({ name }) => name === params?.name);
  if (tool === undefined || grants(auth.scopes, tool.scope) || tool.scope === "account:rw") return null;
  return { tool: tool.name, needed: tool.scope, id };
}

/**
 * Refuses a call. The message is that of an unknown tool, as for every credential (rules/mcp 3); status and
 * challenge tell the app which scopes to ask its person for (RFC 6750), including those that it has.
 */
export function refuseScope(
  res: ServerResponse,
  auth: Auth,
  { tool, needed, id }: Unopened,
  baseUrl: string,
): void {
  const scope = [...(auth.scopes ?? []), needed].join(" ");
  refuseMessage(
    res,
    { status: 403, code: -32602, message: `Unknown tool: ${tool}`, id },
    {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    },
  );
}
