import type { EdgeRequest } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { type Agent, type Asking, makeAgent } from "./agent.js";
import { spends } from "./approval/cost-of.js";
import { IDENTITY } from "./identity.js";
import { META, type PlainMessage } from "./read-plain.js";
import { sendBody } from "./send-body.js";
import type { ToolResult } from "./tool.js";

/** Cache hints of a list, equal to those of `stateless-server.ts`. */
const HINTS = { ttlMs: 5 * 60_000, cacheScope: "private" };
const MOST_LISTS = 200;

/**
 * Answers a message without a server and a transport of its own. Returns false when the library has to answer
 * it.
 */
export async function answerPlain(
  host: Host,
  { res }: EdgeRequest,
  asking: Asking,
  { id, isNewest, call }: PlainMessage,
): Promise<boolean> {
  const agent = makeAgent(host, asking);
  const about = isNewest ? { resultType: "complete", _meta: { [`${META}/serverInfo`]: IDENTITY } } : {};
  const end = `"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  if (call === null) {
    const hints = JSON.stringify({ ...about, ...(isNewest && HINTS) }).slice(1, -1);
    send(host, res, [
      Buffer.from('{"result":{"tools":'),
      listBytes(agent),
      Buffer.from(`${hints === "" ? "" : `,${hints}`}},${end}`),
    ]);
    return true;
  }
  const tool = agent.tools.find(({ name }) => name === call.name);
  // The library answers calls that may need a question first, and refusals in the protocol's own words.
  if (tool === undefined || (asking.meta.auth.budgetId && spends(tool))) return false;
  const left = new AbortController();
  const leave = () => left.abort();
  res.once("close", leave);
  const result = await resultBytes(agent.run(tool, call.args, { signal: left.signal, report: null }), about);
  res.off("close", leave);
  if (res.destroyed) return true;
  const parts = [Buffer.from('{"result":'), ...result, Buffer.from(`,${end}`)];
  asking.turn.made(lengthOf(parts));
  send(host, res, parts);
  return true;
}

/** Returns the JSON of a tool's result. Its text is the JSON of its object, which is not written a second time. */
async function resultBytes(running: Promise<ToolResult>, about: object): Promise<Buffer[]> {
  const { structuredContent, ...result } = await running;
  const json = JSON.stringify({ ...result, ...about });
  if (structuredContent === undefined) return [Buffer.from(json)];
  const text = result.content.map((block) => block.text).join("");
  return [Buffer.from(`${json.slice(0, -1)},"structuredContent":`), Buffer.from(text), Buffer.from("}")];
}

/**
 * Tool lists as bytes, because a list has some 100 KB. The key is made of the tools' names and the lengths of
 * their descriptions, from which the rest follows until a plugin's tools change.
 */
const lists = new Map<string, Buffer>();
let listsOf: readonly unknown[] | null = null;

function listBytes({ listed, host }: Agent): Buffer {
  if (listsOf !== host.contracts.plugins) {
    listsOf = host.contracts.plugins;
    lists.clear();
  }
  const key = listed.map(({ name, description }) => `${name}${description.length}`).join();
  const known = lists.get(key);
  if (known !== undefined) return known;
  if (lists.size >= MOST_LISTS) lists.clear();
  const bytes = Buffer.from(JSON.stringify(listed));
  lists.set(key, bytes);
  return bytes;
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const send = (
  { draining }: Pick<Host, "draining">,
  res: EdgeRequest["res"],
  parts: readonly Buffer[],
): void =>
  sendBody(res, {
    status: 200,
    headers: { "content-type": "application/json", ...(draining.aborted && { connection: "close" }) },
    parts,
  });
