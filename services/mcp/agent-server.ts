import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  type CallToolResult,
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { type Agent, type Caller, endsWithCall } from "./agent.js";
import { refuseUnasked } from "./approval/approval.js";
import { IDENTITY } from "./identity.js";
import { messageFailure } from "./message-failure.js";
import { APPS } from "./views/index.js";
import { promptListings, promptMessages } from "./prompts/index.js";
import { complete, resourcePage, resourceTemplates, resourceText } from "./resources/index.js";

/**
 * The schema validator that all servers share: it compiles nothing here, but each server would make one of
 * its own.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Capability of lists whose changes the server does not announce. */
const UNTOLD = { listChanged: false };

/**
 * Makes the server of one call in the revisions up to 2025-11-25. It lists and runs the tools that the
 * credential's scopes open.
 */
export function makeAgentServer(agent: Agent): McpServer {
  const mcp = new McpServer(IDENTITY, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, extensions: { [APPS]: {} } },
    instructions: agent.instructions,
    jsonSchemaValidator,
  });
  // The library promises these notices by default, and no connection stays open on which they could be sent.
  mcp.server.registerCapabilities({ tools: UNTOLD, resources: UNTOLD, prompts: UNTOLD });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...agent.listed] }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = agent.tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const { _meta: about } = params;
    const token = about?.progressToken;
    const args = params.arguments ?? {};
    const caller: Caller = {
      signal: extra.signal,
      cancelsOnAbort: endsWithCall(about),
      report:
        token === undefined
          ? null
          : (progress) =>
              extra.sendNotification({
                method: "notifications/progress",
                params: { progressToken: token, ...progress },
              }),
    };
    // These revisions cannot ask the person a question during a call.
    const refused = await agent.orFailure(tool, () => refuseUnasked(agent, tool, args, caller));
    return refused ?? agent.run(tool, args, caller);
  });
  serveResources(mcp, agent);
  servePrompts(mcp, agent);
  return mcp;
}

/**
 * JSON-RPC code for an unknown resource in the revisions up to 2025-11-25; the next revision uses
 * INVALID_PARAMS.
 */
const RESOURCE_NOT_FOUND = -32002;

function serveResources({ server }: McpServer, agent: Agent): void {
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { signal }) =>
    orError(agent, resourcePage(agent, params?.cursor, silent(signal))),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resourceTemplates(agent),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => ({
    contents: [await orError(agent, resourceText(agent, uri, silent(signal)), uri)],
  }));
}

function servePrompts({ server }: McpServer, agent: Agent): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptListings(agent) }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) =>
    orError(agent, promptMessages(agent, params.name, params.arguments ?? {}, silent(signal))),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }, { signal }) =>
    orError(agent, complete(agent, params.argument, params.context?.arguments ?? {}, silent(signal))),
  );
}

const silent = (signal: AbortSignal): Caller => ({ signal, report: null });

async function orError<T>({ host, meta }: Agent, work: Promise<T>, uri?: string): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const { code, message, isUnknown } = messageFailure(thrown, host, meta.requestId);
    if (isUnknown && uri !== undefined) throw new McpError(RESOURCE_NOT_FOUND, message, { uri });
    throw new McpError(code, message);
  }
}
