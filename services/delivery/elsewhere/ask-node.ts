import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { PASSED_TRACE } from "../../../runtime/process/tracing/passed-trace.js";

/** Header of a request that a gateway passes on: the node that gets it answers it itself. */
export const PASSED_ON = "x-kiln-passed-on";

/**
 * Milliseconds of waiting for a node. A dead node refuses at once. A node that is silent for `doubtMs` may
 * read a large project for the first time, or be frozen, or its machine is gone: it is asked for `liveMs`
 * whether it is alive, and then waited for until `endMs`. The last node is always waited for, since a busy
 * machine answers that question late as well.
 */
const PATIENCE = { doubtMs: 2000, liveMs: 1000, endMs: 18_000 };

/**
 * Returns the time that is left for one more node: all nodes of a request share one deadline. Returns null
 * when it has passed.
 */
export function patienceSince(began: number, now = performance.now()): typeof PATIENCE | null {
  const leftMs = began + PATIENCE.endMs - now;
  return leftMs <= 0 ? null : { ...PATIENCE, endMs: Math.max(1000, leftMs) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, timeout: 60_000 });

/** Headers that belong to a connection, not to the message on it. */
const OF_CONNECTION = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"];

/**
 * Bytes up to which an answer is read as a whole before any of it is sent on, which most are: when it breaks
 * off, another node is asked.
 */
const WHOLE_BYTES = 64 * 1024;

export interface NodeAnswer {
  head: IncomingMessage;
  /**
   * Body of a short answer; null for a body that is long or of unknown length, which is passed on as it
   * comes.
   */
  body: Buffer | null;
}

/**
 * Asks a node the same question. Returns its answer once that has come whole, or the head of a long one.
 * Rejects when none comes in time. `trace` is the sealed span of the caller.
 */
export function askNode(
  url: string,
  { req, res, method, requestId }: Pick<EdgeRequest, "req" | "res" | "method" | "requestId">,
  body: Buffer | null,
  { isLast, patience, trace }: { isLast: boolean; patience: typeof PATIENCE; trace: string | null },
): Promise<NodeAnswer> {
  const headers: Record<string, string | string[] | undefined> = { ...req.headers };
  for (const name of [...OF_CONNECTION, "host", "content-length", PASSED_TRACE]) delete headers[name];
  Object.assign(headers, {
    "x-request-id": requestId,
    [PASSED_ON]: "1",
    ...(trace !== null && { [PASSED_TRACE]: trace }),
    ...(body !== null && { "content-length": String(body.length) }),
  });
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${req.url ?? ""}`, { method, headers, agent });
    const leave = () => void asked.destroy();
    let isAnswered = false;
    // A late answer to the question whether it is alive says nothing about a node whose answer is under way
    // to the reader.
    const giveUp = () => isAnswered || void asked.destroy(new Error("The node does not answer."));
    const doubt = (): void => {
      if (!isLast) void isAlive(url, patience.liveMs).then((lives) => lives || giveUp());
    };
    const timers = [setTimeout(doubt, patience.doubtMs), setTimeout(giveUp, patience.endMs)];
    const answered = (): void => {
      isAnswered = true;
      for (const timer of timers) clearTimeout(timer);
    };
    // A node that breaks in the middle of its answer emits this error too; the answer itself reports the
    // break.
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

/** Returns the headers of an answer that are passed on. */
export function headersOf(answer: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !OF_CONNECTION.includes(name)) headers[name] = value;
  return headers;
}
