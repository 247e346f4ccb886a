import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  json: Record<string, unknown>;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
  type?: string;
  /** Whether the connection ends without an answer. */
  closes?: true;
  /** Milliseconds between two bytes of the answer. */
  dripMs?: number;
  /** Whether the body stops after its first half and the connection stays open. */
  halts?: true;
  /** Whether the answer is JSON of ten gigabytes. */
  isEndless?: true;
}

/** Answer that a stand-in gives once instead of its usual one. With `isTaken` it has carried the order out all the same. */
export interface Fault extends Answer {
  isTaken?: true;
  /** Text that the body of an order must have for the fault to apply. */
  of?: string;
}

/** Paid order that was taken. */
export interface Order {
  path: string;
  body: string;
}

export interface Upstream {
  url: string;
  seen: Seen[];
  orders: Order[];
  /** Faults that are due. Each order uses one up. */
  faults: Fault[];
  /** Megabytes of endless answers that were handed to connections. */
  poured: number;
  close(): Promise<void>;
}

/** Function that answers a request as a vendor does, or returns null for an unknown path. */
export type Vendor = (seen: Seen, upstream: Upstream) => Answer | null;

/** Serves the imitation of a vendor by its documented protocol. */
export async function serveUpstream(vendor: Vendor): Promise<Upstream> {
  const server = createServer((request, response) => void handle(request, response));
  const upstream: Upstream = {
    url: "",
    seen: [],
    orders: [],
    faults: [],
    poured: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const seen: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      json: request.headers["content-type"]?.includes("json") ? JSON.parse(body.toString()) : {},
    };
    upstream.seen.push(seen);
    const given = vendor(seen, upstream) ?? { status: 404, json: { error: "no such path" } };
    await answer(upstream, response, given);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return upstream;
}

/** Returns the fault that is due at an order, or counts the order and returns its usual answer. */
export function order(upstream: Upstream, path: string, usual: () => Answer): Answer {
  // A vendor answers at once, so the request that was seen last is the order.
  const body = upstream.seen.at(-1)?.body.toString() ?? "";
  const due = upstream.faults.findIndex(({ of = "" }) => body.includes(of));
  const [fault] = due === -1 ? [] : upstream.faults.splice(due, 1);
  if (fault !== undefined && !fault.isTaken) return fault;
  upstream.orders.push({ path, body });
  return { ...usual(), ...fault };
}

async function answer(
  upstream: Upstream,
  response: ServerResponse,
  { status = 200, headers, json, bytes, type, closes, dripMs, halts, isEndless }: Answer,
): Promise<void> {
  if (closes) return void response.destroy();
  const body = bytes ?? Buffer.from(JSON.stringify(json ?? {}));
  response.writeHead(status, {
    "content-type": type ?? (bytes ? "application/octet-stream" : "application/json"),
    ...headers,
  });
  if (isEndless) return pour(upstream, response);
  if (halts) return void response.write(body.subarray(0, body.length / 2));
  if (dripMs === undefined) return void response.end(body);
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, dripMs));
  }
  response.end();
}

/** Sends ten gigabytes of one text as fast as they are read. */
async function pour(upstream: Upstream, response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  response.write('{"data":"');
  for (let left = 10 * 1024; left > 0 && !response.destroyed; left -= 1) {
    upstream.poured += 1;
    if (!response.write(chunk)) {
      const over = new AbortController();
      const end = () => over.abort();
      response.once("close", end);
      await once(response, "drain", { signal: over.signal }).catch(() => {});
      response.off("close", end);
    }
  }
  response.end();
}
