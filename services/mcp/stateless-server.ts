import {
  type AuthInfo,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Agent, type Caller, endsWithCall } from "./agent.js";
import { askFirst, questionCodec } from "./approval/ask.js";
import { IDENTITY } from "./identity.js";
import { messageFailure } from "./message-failure.js";
import { promptListings, promptMessages } from "./prompts/index.js";
import { complete, resourcePage, resourceTemplates, resourceText } from "./resources/index.js";
import { APPS } from "./views/index.js";
import { cancelTask, readTask, startTask, TASKS } from "./tasks/index.js";

/** Cache hints of lists: they follow from the scopes of the credential, so that each client keeps its own. */
const LISTS = { ttlMs: 5 * 60_000, cacheScope: "private" } as const;
/** Cache hints of content, which people and other agents may change at any time. */
const CONTENT = { ttlMs: 0, cacheScope: "private" } as const;

/**
 * Makes the handler of the revision 2026-07-28: each request carries its client's identity and capabilities,
 * and is answered alone.
 */
export const statelessHandler = (onError: (error: Error) => void): McpHttpHandler =>
  createMcpHandler(({ authInfo }) => makeStatelessServer(agentOf(authInfo)), {
    legacy: "reject",
    onerror: onError,
    keepAliveMs: 0,
  });

/** Wraps the agent as the authentication info that the library hands to the server of one request. */
export const carried = (agent: Agent): AuthInfo => ({
  token: "",
  clientId: agent.meta.auth.accountId,
  scopes: [],
  extra: { agent },
});

const agentOf = (authInfo: AuthInfo | undefined): Agent => authInfo?.extra?.["agent"] as Agent;

function makeStatelessServer(agent: Agent): McpServer {
  const mcp = new McpServer(IDENTITY, {
    capabilities: {
      // By default the library promises these notices, and no connection stays open on which they could be
      // sent.
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
      extensions: { [TASKS]: {}, [APPS]: {} },
    },
    instructions: agent.instructions,
    requestState: { verify: (state, context) => questionCodec(agent).verify(state, context) },
    cacheHints: {
      "server/discover": LISTS,
      "tools/list": LISTS,
      "prompts/list": LISTS,
      "resources/templates/list": LISTS,
      "resources/list": CONTENT,
      "resources/read": CONTENT,
    },
  });
  mcp.server.setRequestHandler("tools/list", () => ({ tools: [...agent.listed] }));
  mcp.server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { mcpReq } = context;
    const tool = agent.tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    const { _meta: about } = mcpReq;
    const token = about?.progressToken;
    const caller: Caller = {
      signal: mcpReq.signal,
      cancelsOnAbort: endsWithCall(about),
      report:
        token === undefined
          ? null
          : (progress) =>
              mcpReq.notify({
                method: "notifications/progress",
                params: { progressToken: token, ...progress },
              }),
    };
    const args = params.arguments ?? {};
    const question = await agent.orFailure(tool, () => askFirst(agent, tool, args, { caller, context }));
    if (question !== null) return question;
    if (!takesTasks(mcpReq)) return agent.run(tool, args, caller);
    const started = await orError(agent, startTask(agent, tool, args, caller));
    return "taskId" in started ? { ...started, resultType: "task", content: [] } : started;
  });
  serveTasks(mcp, agent);
  serveResources(mcp, agent);
  servePrompts(mcp, agent);
  return mcp;
}

const declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ extensions: z.record(z.string(), z.unknown()) }),
});

function takesTasks({ envelope }: ServerContext["mcpReq"]): boolean {
  const { data } = declared.safeParse(envelope);
  return data !== undefined && TASKS in data[CLIENT_CAPABILITIES_META_KEY].extensions;
}

const named = z.looseObject({ taskId: z.string().max(200) });

/** Serves the Tasks extension, only for clients that declare it. */
function serveTasks({ server }: McpServer, agent: Agent): void {
  const checked = (mcpReq: ServerContext["mcpReq"]): Caller => {
    if (!takesTasks(mcpReq))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS]: {} } },
      });
    return silent(mcpReq.signal);
  };
  server.setRequestHandler("tasks/get", { params: named }, ({ taskId }, { mcpReq }) =>
    orError(agent, readTask(agent, taskId, checked(mcpReq))),
  );
  server.setRequestHandler("tasks/cancel", { params: named }, async ({ taskId }, { mcpReq }) => {
    await orError(agent, cancelTask(agent, taskId, checked(mcpReq)));
    return {};
  });
  // No task asks for anything while it runs; answers to questions that were never asked are accepted and
  // ignored.
  server.setRequestHandler("tasks/update", { params: named }, async ({ taskId }, { mcpReq }) => {
    await orError(agent, readTask(agent, taskId, checked(mcpReq)));
    return {};
  });
}

function serveResources({ server }: McpServer, agent: Agent): void {
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    orError(agent, resourcePage(agent, params?.cursor, silent(mcpReq.signal))),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resourceTemplates(agent),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq }) => ({
    contents: [await orError(agent, resourceText(agent, uri, silent(mcpReq.signal)), uri)],
  }));
}

function servePrompts({ server }: McpServer, agent: Agent): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: promptListings(agent) }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    orError(agent, promptMessages(agent, params.name, params.arguments ?? {}, silent(mcpReq.signal))),
  );
  server.setRequestHandler("completion/complete", ({ params }, { mcpReq }) =>
    orError(agent, complete(agent, params.argument, params.context?.arguments ?? {}, silent(mcpReq.signal))),
  );
}

const silent = (signal: AbortSignal): Caller => ({ signal, report: null });

async function orError<T>({ host, meta }: Agent, work: Promise<T>, uri?: string): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const { code, message, isUnknown } = messageFailure(thrown, host, meta.requestId);
    throw new ProtocolError(code, message, isUnknown && uri !== undefined ? { uri } : undefined);
  }
}
