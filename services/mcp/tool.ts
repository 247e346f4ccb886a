import type { Tool as ToolListing } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type Contract, type InputOf, type ResultOf, withoutUnknown } from "../../contracts/contract.js";
import type { Scope } from "../../contracts/scopes.js";
import type { Host } from "../../runtime/host.js";
import { readParams } from "../../runtime/read-params.js";
import type { Wait } from "./wait.js";

/** One call of a tool, as its function sees it. */
export interface ToolCall {
  host: Host;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Enters at the action, with the caller's credential: what REST refuses is refused here with the same sentence. */
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<ResultOf<C>>;
  /** The same for what takes longer than a call may; `doing` is the phrase of its progress. */
  atEdge<C extends Contract>(contract: C, input: InputOf<C>, doing: string): Promise<ResultOf<C>>;
  /** Waits at the edge until it is over, the time is up, the client left or the process drains. */
  waitFor<T>(wait: Wait<T>): Promise<T>;
}

export interface ToolDefinition<I extends z.ZodObject> {
  name: string;
  title: string;
  /** What an agent reads before it calls: when to use it, what it costs, what to do next. */
  description: string;
  /** The action behind it; its scope opens the tool. */
  contract: Contract;
  /** Only where the tool's scope is not its REST route's. */
  scope?: Scope;
  /** The contract's fields under the tool's names, and what the tool adds. */
  input: I;
  /** What `tools/list` shows instead, where the action checks more closely than `input` does. */
  shown?: z.ZodObject;
  annotations: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };
  run(call: ToolCall, input: z.output<I>): Promise<object>;
}

export interface Tool {
  name: string;
  scope: Scope;
  contract: Contract;
  listing: ToolListing;
  /** Throws a ServiceError, `invalid_params` before anything is started. */
  run(call: ToolCall, args: Record<string, unknown>): Promise<object>;
}

export function defineTool<I extends z.ZodObject>(definition: ToolDefinition<I>): Tool {
  const { name, title, description, contract, annotations } = definition;
  const input = withoutUnknown(definition.input);
  const scope = definition.scope ?? contract.scope;
  if (scope === null) throw new Error(`The tool ${name} has no scope.`);
  return {
    name,
    scope,
    contract,
    listing: {
      name,
      title,
      description,
      inputSchema: inputSchema(withoutUnknown(definition.shown ?? input)),
      annotations: {
        title,
        readOnlyHint: annotations.readOnly,
        destructiveHint: annotations.destructive,
        idempotentHint: annotations.idempotent,
        openWorldHint: annotations.openWorld,
      },
    },
    async run(call, args) {
      return definition.run(call, readParams(input, args));
    },
  };
}

function inputSchema(input: z.ZodObject): ToolListing["inputSchema"] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...schema, type: "object" } as ToolListing["inputSchema"];
}

/** Annotations of a tool that only looks. */
export const LOOKS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
