import type { ServerResponse } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { answerJson } from "../../runtime/http/answer-json.js";
import type { EdgeRequest } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { type Asking, makeAgent } from "./agent.js";
import { makeAgentServer } from "./agent-server.js";
import { STATELESS } from "./era.js";
import { failedCall } from "./failed-call.js";
import { refuseMessage } from "./refusals.js";
import { sendResponse } from "./send-response.js";
import { issueSentence } from "../../runtime/actions/issue-sentence.js";

/** The messages with parameters that are checked here, by their methods. */
const SCHEMAS = {
  "tools/call": CallToolRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
};

interface Message {
  message: object;
  /** Sentence that refuses the message's numbers or names; null when there is nothing to refuse. */
  wrong: string | null;
}

/**
 * Serves one message of the revisions up to 2025-11-25 with a server and a transport of its own, so that no
 * call shares state with another. The answer is JSON, except when the client asked for progress: only a
 * stream can carry that.
 */
export async function serveMessage(
  host: Host,
  { req, res }: EdgeRequest,
  asking: Asking,
  { message, wrong }: Message,
): Promise<void> {
  if (res.destroyed) return;
  const failed = failedCall(message, wrong);
  if (failed !== null) return answerJson(res, { status: 200, body: failed });
  if (wrong !== null) return refuseMessage(res, { status: 400, code: -32600, message: wrong });
  const invalid = wrongParams(message);
  if (invalid !== null) return answerJson(res, { status: 200, body: invalid });
  const version = req.headers["mcp-protocol-version"];
  if (isUnknown(version, message)) return refuseVersion(res, version);
  const accept = accepted(req.headers.accept);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !(accept.stream && asksForProgress(message)),
  });
  const server = makeAgentServer(makeAgent(host, asking));
  // A client that leaves ends the waits of its call.
  const hasLeft = new Promise<null>((resolve) => res.once("close", () => resolve(null)));
  try {
    await server.connect(transport);
    const request = new Request(`${host.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: accept.header,
        ...(typeof version === "string" && { "mcp-protocol-version": version }),
      },
    });
    const response = await Promise.race([transport.handleRequest(request, { parsedBody: message }), hasLeft]);
    if (response !== null) await sendResponse(res, response, { draining: host.draining, turn: asking.turn });
  } finally {
    await server.close();
  }
}

/**
 * Returns true for a revision that is not served. A first message negotiates its revision; each later one
 * names a served revision, or none.
 */
const isUnknown = (version: string | string[] | undefined, message: object): version is string =>
  typeof version === "string" &&
  (message as { method?: unknown }).method !== "initialize" &&
  !SUPPORTED_PROTOCOL_VERSIONS.includes(version);

const refuseVersion = (res: ServerResponse, version: string): void =>
  refuseMessage(res, {
    status: 400,
    code: -32000,
    message: `Bad Request: Unsupported protocol version: ${version.slice(0, 40)} (supported versions: ${[STATELESS, ...SUPPORTED_PROTOCOL_VERSIONS].join(", ")})`,
  });

/**
 * Reads what the client accepts: clients that do not say get JSON. The transport requires both types to be
 * named.
 */
function accepted(header: string | undefined): { header: string; stream: boolean } {
  const given = header ?? "*/*";
  const takesJson = /application\/(json|\*)|\*\/\*/i.test(given);
  return {
    header: takesJson ? "application/json, text/event-stream" : given,
    stream: /text\/(event-stream|\*)|\*\/\*/i.test(given),
  };
}

function asksForProgress(message: object): boolean {
  const { method, params } = message as {
    method?: unknown;
    params?: { _meta?: { progressToken?: unknown } };
  };
  const { _meta: about } = params ?? {};
  return method === "tools/call" && about?.progressToken !== undefined;
}

/**
 * Makes JSON-RPC's answer to a message with wrong parameters; null when they are right. The library for the
 * revisions up to 2025-11-25 would answer an internal error, with the issues of its schema as the text.
 */
function wrongParams(message: object): object | null {
  const { method, id } = message as { method?: unknown; id?: unknown };
  if (typeof method !== "string" || !Object.hasOwn(SCHEMAS, method)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const read = SCHEMAS[method as keyof typeof SCHEMAS].safeParse(message, { reportInput: true });
  if (read.success) return null;
  return { jsonrpc: "2.0", id, error: { code: -32602, message: issueSentence(read.error.issues) } };
}
