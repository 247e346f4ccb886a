import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  type CallToolResult,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { Agent } from "./agent.js";
import { IDENTITY } from "./identity.js";

/** Compiles nothing here, but each server would build one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The server of one call in the revisions up to 2025-11-25: what it lists and runs is what the credential's scopes open. */
export function makeAgentServer(agent: Agent): McpServer {
  const mcp = new McpServer(IDENTITY, {
    capabilities: { tools: {} },
    instructions: agent.instructions,
    jsonSchemaValidator,
  });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...agent.listed] }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = agent.tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const { _meta: about } = params;
    const token = about?.progressToken;
    return agent.run(tool, params.arguments ?? {}, {
      signal: extra.signal,
      report:
        token === undefined
          ? null
          : (progress) =>
              extra.sendNotification({
                method: "notifications/progress",
                params: { progressToken: token, ...progress },
              }),
    });
  });
  return mcp;
}
