import { Agent, type IncomingMessage, request } from "node:http";
import type { EdgeRequest } from "../../../runtime/edge.js";
import { currentTrace } from "../../../runtime/tracing/tracer.js";

/** Of a request that a gateway passes on: the node that gets it answers itself. */
export const PASSED_ON = "x-kiln-passed-on";

/**
 * A node that is dead refuses at once. One that has said nothing for a while may read a large project for the first time, or
 * be frozen, or its machine is gone: then it is asked whether it lives, and waited for until the end.
 */
const PATIENCE = { doubtMs: 2000, liveMs: 1000, endMs: 18_000 };

const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, timeout: 60_000 });

/** What belongs to one connection, not to what is said over it. */
const OF_CONNECTION = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"];

/** Asks a node the same; gives its answer when the head of it has come. Rejects when none comes in time. */
export function askNode(
  url: string,
  { req, res, method, requestId }: EdgeRequest,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const headers: Record<string, string | string[] | undefined> = { ...req.headers };
  for (const name of [...OF_CONNECTION, "host", "content-length"]) delete headers[name];
  const trace = currentTrace();
  Object.assign(headers, {
    "x-request-id": requestId,
    [PASSED_ON]: "1",
    ...(trace !== null && { traceparent: trace }),
    ...(body !== null && { "content-length": String(body.length) }),
  });
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${req.url ?? ""}`, { method, headers, agent });
    const leave = () => void asked.destroy();
    const giveUp = () => void asked.destroy(new Error("The node does not answer."));
    const timers = [
      setTimeout(() => void isAlive(url).then((lives) => lives || giveUp()), PATIENCE.doubtMs),
      setTimeout(giveUp, PATIENCE.endMs),
    ];
    const answered = () => timers.forEach((timer) => clearTimeout(timer));
    // also one that breaks in the middle of its answer, of which the answer tells
    asked.on("error", reject);
    asked.once("response", (answer) => {
      answered();
      resolve(answer);
    });
    asked.once("close", () => {
      answered();
      res.off("close", leave);
    });
    res.once("close", leave);
    asked.end(body ?? undefined);
  });
}

const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(PATIENCE.liveMs) }).then(
    ({ ok, body }) => (void body?.cancel(), ok),
    () => false,
  );

/** Its headers as they go on. */
export function headersOf(answer: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !OF_CONNECTION.includes(name)) headers[name] = value;
  return headers;
}
