import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { rawRequest, type RawAnswer } from "./raw-request.js";

export const STATELESS = "2026-07-28";
const META = "io.modelcontextprotocol";

interface Claims {
  version?: string;
  capabilities?: object;
  meta?: object;
  headers?: Record<string, string | undefined>;
}

/** Sends a request of the MCP revision 2026-07-28 by hand, as its text describes it. A header given as undefined is left out. */
export function stateless(
  base: string,
  key: string,
  method: string,
  params: Record<string, unknown> = {},
  { version = STATELESS, capabilities = {}, meta = {}, headers = {} }: Claims = {},
): Promise<RawAnswer> {
  const name = params["name"] ?? params["uri"] ?? params["taskId"];
  const all: Record<string, string | undefined> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${key}`,
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
    ...headers,
  };
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        [`${META}/protocolVersion`]: version,
        [`${META}/clientInfo`]: { name: "by-hand", version: "1" },
        [`${META}/clientCapabilities`]: capabilities,
        ...meta,
      },
    },
  };
  return rawRequest(`${base}/mcp`, {
    method: "POST",
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    pieces: [Buffer.from(JSON.stringify(body))],
  });
}

/** Connects the newest SDK's real client with a key, in its newest protocol revision only. */
export async function connectStateless(
  base: string,
  key: string,
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: "test-agent", version: "2" },
    { versionNegotiation: { mode: { pin: STATELESS } }, ...options },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}
