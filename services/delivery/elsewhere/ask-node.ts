import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { currentTrace } from "../../../runtime/process/tracing/tracer.js";

/** The header of a request that a gateway passes on: the node that gets it answers it itself. */
export const PASSED_ON = "x-kiln-passed-on";

/**
 * A node that is dead refuses at once. One that has said nothing for a while may read a large project for the first time, or
 * be frozen, or its machine is gone: then it is asked whether it lives, and waited for until the end. Where no other node is
 * left to ask it is waited for in any case: a busy machine answers that question late as well.
 */
const PATIENCE = { doubtMs: 2000, liveMs: 1000, endMs: 18_000 };

/** The time that is left for one more node of the request: all nodes share one deadline. Null when it has passed. */
export function patienceSince(began: number, now = performance.now()): typeof PATIENCE | null {
  const leftMs = began + PATIENCE.endMs - now;
  return leftMs <= 0 ? null : { ...PATIENCE, endMs: Math.max(1000, leftMs) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, timeout: 60_000 });

/** What belongs to one connection, not to what is said over it. */
const OF_CONNECTION = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"];

/** Bodies of up to so many bytes, which most are, come whole before any of it goes on: one that breaks off is asked of another node. */
const WHOLE_BYTES = 64 * 1024;

export interface NodeAnswer {
  head: IncomingMessage;
  /** Null: it is long, or nobody knows how long, and comes as the node sends it. */
  body: Buffer | null;
}

/** Asks a node the same; gives its answer when it has come whole, or the head of a long one. Rejects when none comes in time. */
export function askNode(
  url: string,
  { req, res, method, requestId }: Pick<EdgeRequest, "req" | "res" | "method" | "requestId">,
  body: Buffer | null,
  { isLast, patience }: { isLast: boolean; patience: typeof PATIENCE },
): Promise<NodeAnswer> {
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
    let isAnswered = false;
    // A late answer to whether it lives says nothing of a node whose answer is under way to the reader.
    const giveUp = () => isAnswered || void asked.destroy(new Error("The node does not answer."));
    const doubt = (): void => {
      if (!isLast) void isAlive(url, patience.liveMs).then((lives) => lives || giveUp());
    };
    const timers = [setTimeout(doubt, patience.doubtMs), setTimeout(giveUp, patience.endMs)];
    const answered = (): void => {
      isAnswered = true;
      for (const timer of timers) clearTimeout(timer);
    };
    // also one that breaks in the middle of its answer, of which the answer tells
    asked.on("error", reject);
    asked.once("response", (head) => {
      const whole = Number(head.headers["content-length"]) <= WHOLE_BYTES ? buffer(head) : null;
      void Promise.resolve(whole).then((known) => {
        answered();
        resolve({ head, body: known });
      }, reject);
    });
    asked.once("close", () => {
      answered();
      res.off("close", leave);
    });
    res.once("close", leave);
    asked.end(body ?? undefined);
  });
}

const isAlive = (url: string, liveMs: number): Promise<boolean> =>
  fetch(`${url}/livez`, { signal: AbortSignal.timeout(liveMs) }).then(
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
