import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Tool, with its arguments, that is called in place of another one. */
export interface StandIn {
  name: string;
  arguments: Record<string, unknown>;
}

export type StandIns = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => StandIn>>;

/**
 * Serves a server that asks for a key at an address without sign-in, for tools that cannot send a key. A tool name that such a
 * program uses is replaced by one of Kiln's. Answers are passed on unchanged.
 */
export async function lendKey(
  base: string,
  key: string,
  standIns: StandIns = {},
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (req, res) => {
    const { body, headers } = standIn(Buffer.concat(await req.toArray()), req.headers, standIns);
    const onward = request(
      new URL(req.url ?? "/", base),
      { method: req.method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    onward.on("error", () => res.destroy());
    res.on("close", () => onward.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Call {
  method?: string;
  params?: { name?: string; arguments?: Record<string, unknown> };
}

function standIn(body: Buffer, headers: IncomingHttpHeaders, standIns: StandIns) {
  const message = parsed(body);
  const { name = "", arguments: args = {} } = message?.params ?? {};
  const instead = message?.method === "tools/call" ? standIns[name]?.(args) : undefined;
  if (instead === undefined) return { body, headers };
  const changed = Buffer.from(JSON.stringify({ ...message, params: { ...message?.params, ...instead } }));
  return {
    body: changed,
    headers: {
      ...headers,
      "content-length": String(changed.length),
      // A header that disagrees with the message stays as it is.
      ...(headers["mcp-name"] === name && { "mcp-name": instead.name }),
    },
  };
}

function parsed(body: Buffer): Call | null {
  try {
    return JSON.parse(body.toString()) as Call | null;
  } catch {
    return null;
  }
}
