import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A tool that is called in the place of another one, with what for. */
export interface StandIn {
  name: string;
  arguments: Record<string, unknown>;
}

export type StandIns = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => StandIn>>;

/**
 * An address without sign-in before a server that asks for a key, for tools that cannot bring one. A tool that they know by
 * another name is called by ours; nothing of an answer is changed.
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
      // a header that says something else than the message stays wrong
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
