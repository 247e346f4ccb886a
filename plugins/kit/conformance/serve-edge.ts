import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { EdgeRoute } from "../../../runtime/http/edge.js";
import { LongQueue } from "../../../runtime/http/long-queue.js";

export interface ServedEdge {
  baseUrl: string;
  /** Serves these routes from now on. They are mounted later, because making them may need `baseUrl`. */
  mount(routes: readonly EdgeRoute[]): void;
  stop(): Promise<void>;
}

const longReads = new LongQueue(() => true);

/** Starts an HTTP server on a free loopback port for a driver's raw routes, without the rest of Kiln. */
export async function serveEdge(): Promise<ServedEdge> {
  let routes: readonly EdgeRoute[] = [];
  const server = createServer({ requestTimeout: 0 }, (req, res) => void answer(routes, req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    mount: (given) => void (routes = given),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  routes: readonly EdgeRoute[],
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const url = new URL(req.url ?? "/", "http://edge.invalid");
  const method = req.method ?? "GET";
  for (const route of routes) {
    const params = route.methods.includes(method) ? matchPath(route.path, url.pathname) : null;
    if (params !== null)
      return route.handle({
        req,
        res,
        method,
        params,
        query: url.searchParams,
        headers: route.headers ?? {},
        requestId: randomUUID(),
        client: req.socket.remoteAddress ?? "",
        called: null,
        turns: { take: () => undefined, longReads },
      });
  }
  res.writeHead(404).end();
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
