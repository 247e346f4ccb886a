import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isPlainObject } from "../../contracts/content-empty.js";
import type { Auth } from "../../contracts/auth.js";
import { answerJson } from "../../runtime/answer-json.js";
import type { CallMeta } from "../../runtime/context.js";
import type { EdgeRequest } from "../../runtime/edge.js";
import type { Host } from "../../runtime/host.js";
import { makeAgentServer } from "./agent-server.js";

/**
 * Answers one message with a server and a transport of its own, so that no call shares state with
 * another. JSON, except where the client asked for progress: only a stream can carry that.
 */
export async function serveMessage(
  host: Host,
  { req, res }: EdgeRequest,
  meta: CallMeta & { auth: Auth },
  message: object,
): Promise<void> {
  if (res.destroyed) return;
  const wrong = wrongArguments(message);
  if (wrong !== null) return answerJson(res, { status: 200, body: wrong });
  const accept = accepted(req.headers.accept);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !(accept.stream && asksForProgress(message)),
  });
  const server = makeAgentServer(host, meta);
  // A client that leaves ends the waits of its call.
  const hasLeft = new Promise<null>((resolve) => res.once("close", () => resolve(null)));
  try {
    await server.connect(transport);
    const version = req.headers["mcp-protocol-version"];
    const request = new Request(`${host.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: accept.header,
        ...(typeof version === "string" && { "mcp-protocol-version": version }),
      },
    });
    const response = await Promise.race([transport.handleRequest(request, { parsedBody: message }), hasLeft]);
    if (response !== null) await send(res, response, host.draining);
  } finally {
    await server.close();
  }
}

/** The result of a tool whose arguments are no object: the SDK would call that an internal error. */
function wrongArguments(message: object): object | null {
  const { method, id, params } = message as { method?: unknown; id?: unknown; params?: unknown };
  if (method !== "tools/call" || (typeof id !== "string" && typeof id !== "number")) return null;
  if (!isPlainObject(params) || typeof params["name"] !== "string") return null;
  const given = params["arguments"];
  if (given === undefined || isPlainObject(given)) return null;
  const text = "arguments must be an object of the tool's inputs by their names.";
  return { jsonrpc: "2.0", id, result: { isError: true, content: [{ type: "text", text }] } };
}

/** Clients that do not say what they accept get JSON; the transport asks for both to be named. */
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

/** A connection that would stay open holds up a drain: it ends with its answer. */
async function send(res: ServerResponse, response: Response, draining: AbortSignal): Promise<void> {
  const { socket } = res;
  const headers = Object.fromEntries(response.headers);
  if (draining.aborted) headers.connection = "close";
  if (response.body === null || !headers["content-type"]?.startsWith("text/event-stream")) {
    const body = Buffer.from(await response.arrayBuffer());
    res.writeHead(response.status, { ...headers, "content-length": body.length });
    res.end(body);
    return;
  }
  res.writeHead(response.status, headers);
  res.flushHeaders();
  // Ends early only when the client left: nobody is there to hear of it.
  await pipeline(Readable.fromWeb(response.body), res).catch(() => {});
  if (draining.aborted) socket?.end();
}
