import type { ServerResponse } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import { grants, type Scope } from "../../contracts/scopes.js";
import { refuseMessage } from "./refusals.js";
import type { Tool } from "./tool.js";

/** The scope that a message needs and the token of a connected app lacks; null where it may be served. */
export function missingScope(auth: Auth, message: object, tools: readonly Tool[]): Scope | null {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  if (auth.kind !== "grant" || method !== "tools/call") return null;
  const tool = tools.find(({ name }) => name === params?.name);
  return tool === undefined || grants(auth.scopes, tool.scope) ? null : tool.scope;
}

/** RFC 6750: tells an app which scopes to ask its person for; what it has stays among them. */
export function refuseScope(res: ServerResponse, auth: Auth, needed: Scope, baseUrl: string): void {
  const scope = [...(auth.scopes ?? []), needed].join(" ");
  refuseMessage(
    res,
    {
      status: 403,
      code: -32602,
      message: `This tool needs the scope ${needed}: connect again and allow it.`,
    },
    {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    },
  );
}
