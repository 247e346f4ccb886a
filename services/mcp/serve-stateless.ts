import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { EdgeRequest } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { runWhileAuthenticated } from "../identity/index.js";
import { type Asking, makeAgent } from "./agent.js";
import { sendResponse } from "./send-response.js";
import { carried, statelessHandler } from "./stateless-server.js";

/** Headers that the library routes and checks by; no other header of a request reaches it. */
const PASSED = /^(mcp-(protocol-version|method|name|param-.+)|accept)$/;

const handlers = new WeakMap<Host, McpHttpHandler>();

/**
 * Serves one message of the revision 2026-07-28 with a server and a transport of its own. Progress upgrades
 * its answer to a stream.
 */
export async function serveStateless(
  host: Host,
  { req, res }: EdgeRequest,
  asking: Asking,
  message: object,
): Promise<void> {
  if (res.destroyed) return;
  const handler = handlers.get(host) ?? statelessHandler((err) => host.log.debug({ err }, "agent server"));
  handlers.set(host, handler);
  const ended = new AbortController();
  res.once("close", () => ended.abort());
  const headers = new Headers({ "content-type": "application/json" });
  for (const [name, value] of Object.entries(req.headers))
    if (typeof value === "string" && PASSED.test(name)) headers.set(name, value);
  const answer = async (signal: AbortSignal) => {
    const request = new Request(`${host.baseUrl}/mcp`, { method: "POST", headers, signal });
    const response = await handler.fetch(request, {
      authInfo: carried(makeAgent(host, asking)),
      parsedBody: message,
    });
    await sendResponse(res, response, { draining: host.draining, turn: asking.turn });
  };
  // A subscription lasts: it ends with its credential, and does not hold up a drain.
  if ("method" in message && message.method === "subscriptions/listen")
    await runWhileAuthenticated(
      host,
      asking.meta.auth,
      AbortSignal.any([ended.signal, host.draining]),
      answer,
    );
  else await answer(ended.signal);
}
