import { type Caller, makeCaller } from "../caller.js";
import type { Figure } from "../figure.js";
import { compare } from "../load/compare.js";
import { Load, type Sent } from "../load/load.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";

const STATELESS = "2026-07-28";
const META = "io.modelcontextprotocol";

type Era = "2025-11-25" | typeof STATELESS;

/** Returns a message as a client of the protocol era sends it. */
function message(era: Era, method: string, params: Record<string, unknown>): Sent {
  const body = { jsonrpc: "2.0", id: 1, method };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": era,
  };
  if (era !== STATELESS) return { method: "POST", headers, body: { ...body, params } };
  const about = {
    [`${META}/protocolVersion`]: era,
    [`${META}/clientInfo`]: { name: "bench", version: "1" },
    [`${META}/clientCapabilities`]: {},
  };
  const { name } = params;
  return {
    method: "POST",
    headers: { ...headers, "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) },
    body: { ...body, params: { ...params, _meta: about } },
  };
}

async function beside(
  caller: Caller,
  { what, sent, path, atLeast }: { what: string; sent: Sent; path: string; atLeast?: number },
): Promise<Figure> {
  const { url, headers } = caller;
  const tool = await Load.open(`${url}/mcp`, { ...headers, ...sent.headers }, sent);
  const rest = await Load.open(`${url}${path}`, headers);
  try {
    const found = await compare(tool, rest);
    return {
      name: what,
      value: found.ratio,
      unit: "ratio",
      ...(atLeast !== undefined && { target: { atLeast } }),
      note: `${Math.round(found.subjectPerSecond)} to ${Math.round(found.baselinePerSecond)} answers/s`,
    };
  } finally {
    tool.close();
    rest.close();
  }
}

/** Measures the agent endpoint beside the REST call that does the same. Both are in one process, which answers one at a time. */
export const mcp: Part = {
  name: "mcp",
  async run() {
    const kiln = await startKilnProcess();
    try {
      const caller = await makeCaller(kiln.url);
      const figures: Figure[] = [];
      for (const era of ["2025-11-25", STATELESS] as const) {
        const call = message(era, "tools/call", { name: "get_credits", arguments: {} });
        const list = message(era, "tools/list", {});
        figures.push(
          // The answer has six times the bytes of the models, so it has no target, which would be one for the socket.
          await beside(caller, {
            what: `tools/list, ${era}, to GET /v1/models`,
            sent: list,
            path: "/v1/models",
          }),
          await beside(caller, {
            what: `get_credits, ${era}, to GET /v1/account`,
            sent: call,
            path: "/v1/account",
            atLeast: 0.5,
          }),
        );
      }
      return figures;
    } finally {
      await kiln.stop();
    }
  },
};
