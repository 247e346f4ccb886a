import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export interface ToolAnswer {
  isError: boolean;
  /** Text of the answer's only text block. */
  text: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape
  json: any;
}

/** Connects the SDK's real client to /mcp with a key. */
export async function connectAgent(
  base: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: "test-agent", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  await client.connect(transport);
  return client;
}

/** Calls a tool. Throws where the answer is not one text block. `json` is null where the text is a plain sentence. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  options: Parameters<Client["callTool"]>[2] = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args }, undefined, {
    timeout: 310_000,
    ...options,
  });
  const content = result.content as { type: string; text: string }[];
  const [block] = content;
  if (content.length !== 1 || block?.type !== "text")
    throw new Error(`${name} gave ${JSON.stringify(content)}`);
  const isJson = block.text.startsWith("{");
  return {
    isError: result.isError === true,
    text: block.text,
    json: isJson ? JSON.parse(block.text) : null,
  };
}
