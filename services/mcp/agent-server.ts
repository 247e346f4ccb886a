import { readFileSync } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  type CallToolResult,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { Auth } from "../../contracts/auth.js";
import { grants } from "../../contracts/scopes.js";
import type { CallMeta } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import { PACKAGE_ROOT } from "../../runtime/package-root.js";
import { attend, authenticatorOf } from "../identity/index.js";
import { instructionsFor } from "./instructions.js";
import type { ToolCall } from "./tool.js";
import { failureOf } from "./tool-failure.js";
import { TOOLS } from "./tools.js";
import { reporting } from "./reporting.js";
import { type Waiter, waitFor } from "./wait.js";

const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as {
  version: string;
};

/** Compiles nothing here, but each server would build one of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The server of one call: what it lists and runs is what the credential's scopes open (decisions 12). */
export function makeAgentServer(host: Host, meta: CallMeta & { auth: Auth }): McpServer {
  const authenticator = authenticatorOf(host);
  const tools = TOOLS.filter((tool) => grants(meta.auth.scopes, tool.scope));
  const offered = new Set(tools.map((tool) => tool.name));
  const mcp = new McpServer(
    { name: "kiln", title: "Kiln", version },
    { capabilities: { tools: {} }, instructions: instructionsFor(offered), jsonSchemaValidator },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((tool) => tool.listing) }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const startedAt = Date.now();
    const { _meta: about } = params;
    const token = about?.progressToken;
    const waiter: Waiter = {
      hasLeft: extra.signal,
      draining: host.draining,
      watchCredential: (onGone) => authenticator.watch(meta.auth, onGone),
      isStillValid: () => authenticator.recheck(meta.auth),
      report:
        token === undefined
          ? null
          : (text, total) =>
              extra.sendNotification({
                method: "notifications/progress",
                params: {
                  progressToken: token,
                  progress: Math.round((Date.now() - startedAt) / 1000),
                  ...(total !== undefined && { total }),
                  message: text,
                },
              }),
    };
    const idempotency = meta.idempotency && {
      ...meta.idempotency,
      route: `${meta.idempotency.route} ${tool.name}`,
    };
    const own: CallMeta = { ...meta, idempotency, isAgent: true };
    const call: ToolCall = {
      host,
      startedAt,
      call: (contract, input) => host.call(contract, input, own),
      atEdge: (contract, input, doing) =>
        reporting(waiter, doing, () =>
          attend(host, meta.auth, extra.signal, (signal) => host.edgeCall(contract, input, own, signal)),
        ),
      waitFor: (wait) => waitFor(wait, waiter),
    };
    try {
      return textResult(await tool.run(call, params.arguments ?? {}));
    } catch (error) {
      return failureOf(error, host, {
        auth: meta.auth,
        requestId: meta.requestId,
        tool: tool.name,
        takesProject: "projectId" in (tool.listing.inputSchema.properties ?? {}),
        offered,
      });
    }
  });
  return mcp;
}

/** One text block of JSON, indented by two spaces (decisions 12). */
const textResult = (result: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(result, null, 2) }],
});
