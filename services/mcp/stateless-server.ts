import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Agent } from "./agent.js";
import { IDENTITY } from "./identity.js";

/** Lists follow from the scopes of the credential: each client keeps its own. */
const LISTS = { ttlMs: 5 * 60_000, cacheScope: "private" } as const;

/** The revision 2026-07-28: each request says for itself who sends it and what it can, and is answered alone. */
export const statelessHandler = (onError: (error: Error) => void): McpHttpHandler =>
  createMcpHandler(({ authInfo }) => makeStatelessServer(agentOf(authInfo)), {
    legacy: "reject",
    onerror: onError,
    keepAliveMs: 0,
  });

/** What the endpoint hands through the library to the server of one request. */
export const carried = (agent: Agent): AuthInfo => ({
  token: "",
  clientId: agent.meta.auth.accountId,
  scopes: [],
  extra: { agent },
});

const agentOf = (authInfo: AuthInfo | undefined): Agent => authInfo?.extra?.["agent"] as Agent;

function makeStatelessServer(agent: Agent): McpServer {
  const mcp = new McpServer(IDENTITY, {
    capabilities: { tools: {} },
    instructions: agent.instructions,
    cacheHints: { "tools/list": LISTS, "server/discover": LISTS },
  });
  mcp.server.setRequestHandler("tools/list", () => ({ tools: [...agent.listed] }));
  mcp.server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = agent.tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const { _meta: about } = mcpReq;
    const token = about?.progressToken;
    return agent.run(tool, params.arguments ?? {}, {
      signal: mcpReq.signal,
      report:
        token === undefined
          ? null
          : (progress) =>
              mcpReq.notify({
                method: "notifications/progress",
                params: { progressToken: token, ...progress },
              }),
    });
  });
  return mcp;
}
