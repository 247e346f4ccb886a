import type { Auth } from "../../contracts/auth.js";
import { grants } from "../../contracts/scopes.js";
import { canBuy } from "../../contracts/can-buy.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { runWhileAuthenticated, authenticatorOf } from "../identity/index.js";
import { instructionsFor } from "./instructions.js";
import { readableJson } from "./readable-json.js";
import type { Tool, ToolCall, ToolResult } from "./tool.js";
import { failureOf } from "./tool-failure.js";
import { toolsOf } from "./plugin-tools.js";
import type { AnswerTurn } from "./answer-turn.js";
import { beginWait } from "./count-waits.js";
import { reporting, type Waiter, waitFor } from "./wait.js";

/** The client of one call, in the same form for both eras of the protocol. */
export interface Caller {
  /** Aborts when the client left or gave the call up. */
  signal: AbortSignal;
  /** True when the work ends once the client gives the call up: `_meta` says `"kiln/cancelOnAbort": true`. */
  cancelsOnAbort?: boolean;
  /** Sends progress, in seconds since the call came; null when the client did not ask for progress. */
  report: ((progress: { progress: number; total?: number; message: string }) => Promise<void>) | null;
}

/** The tools and texts that one credential is offered, in whatever era its client speaks (rules/mcp 1). */
export interface Agent {
  host: Host;
  meta: CallMeta & { auth: Auth };
  /** Tools that the credential may call. */
  tools: readonly Tool[];
  /** Listings of the tools in `tools/list`: with BILLING=off without payment links (rules/billing 31). */
  listed: readonly Tool["listing"][];
  offered: ReadonlySet<string>;
  instructions: string;
  /** Makes the call that a tool works with. */
  callOf(name: string, caller: Caller): ToolCall;
  /** Runs the work before a tool; turns what it throws into the tool's result. */
  orFailure<T>(tool: Tool, work: () => Promise<T>): Promise<T | ToolResult>;
  /** Runs a tool. Never throws: a failed tool is a result. */
  run(tool: Tool, args: Record<string, unknown>, caller: Caller): Promise<ToolResult>;
}

/** The caller of a message, and its place in the queue of long answers. */
export interface Asking {
  meta: CallMeta & { auth: Auth };
  turn: AnswerTurn;
}

export function makeAgent(host: Host, asking: Asking): Agent {
  const { meta } = asking;
  const tools = toolsOf(host).filter((tool) => grants(meta.auth.scopes, tool.scope));
  const sells = canBuy(host);
  const listed = tools.flatMap(
    ({ listing, listingWithoutBuying }) => (sells ? listing : listingWithoutBuying) ?? [],
  );
  const offered = new Set(listed.map((tool) => tool.name));
  const callOf = (name: string, caller: Caller) => toolCall(host, asking, name, caller);
  const orFailure = async <T>(tool: Tool, work: () => Promise<T>): Promise<T | ToolResult> => {
    try {
      return await work();
    } catch (error) {
      return failureOf(error, host, {
        auth: meta.auth,
        requestId: meta.requestId,
        tool: tool.name,
        takesProject: "projectId" in (tool.listing.inputSchema.properties ?? {}),
        offered,
      });
    }
  };
  return {
    host,
    meta,
    tools,
    listed,
    offered,
    instructions: instructionsFor(offered),
    callOf,
    orFailure,
    run: (tool, args, caller) =>
      orFailure(tool, async () => resultOf(await tool.run(callOf(tool.name, caller), args))),
  };
}

function toolCall(
  host: Host,
  { meta, turn }: Asking,
  tool: string,
  { signal, report, cancelsOnAbort = false }: Caller,
): ToolCall {
  const authenticator = authenticatorOf(host);
  const startedAt = Date.now();
  const waiter: Waiter = {
    hasLeft: signal,
    draining: host.draining,
    watchCredential: (onGone) => authenticator.watch(meta.auth, onGone),
    isStillValid: () => authenticator.recheck(meta.auth),
    report:
      report &&
      ((message, total) =>
        report({
          progress: Math.round((Date.now() - startedAt) / 1000),
          ...(total !== undefined && { total }),
          message,
        })),
  };
  const idempotency = meta.idempotency && {
    ...meta.idempotency,
    route: `${meta.idempotency.route} ${tool}`,
  };
  const own: CallMeta = { ...meta, idempotency, isAgent: true };
  return {
    host,
    startedAt,
    call: (contract, input) => turn.during(() => host.call(contract, input, own)),
    longTurn: () => turn.begin(signal),
    atEdge: (contract, input, doing) =>
      reporting(waiter, doing, () =>
        runWhileAuthenticated(host, meta.auth, signal, (ended) => host.edgeCall(contract, input, own, ended)),
      ),
    async waitFor(wait) {
      const end = beginWait(meta.auth.accountId);
      try {
        const state = await waitFor(end === null ? { ...wait, until: 0 } : wait, waiter);
        if (signal.aborted && cancelsOnAbort && !wait.isOver(state)) await wait.cancel?.(state);
        return state;
      } finally {
        end?.();
      }
    },
  };
}

/** Returns true when a request asks that its work ends with it. */
export const endsWithCall = (about: Readonly<Record<string, unknown>> | undefined): boolean =>
  about?.["kiln/cancelOnAbort"] === true;

/** Makes the result of a tool: one text block of JSON for people (rules/mcp 5), and the same object for machines. */
export const resultOf = (result: object): ToolResult => ({
  content: [{ type: "text", text: readableJson(result) }],
  structuredContent: result as Record<string, unknown>,
});
