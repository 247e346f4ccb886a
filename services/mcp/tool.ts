import { z } from "zod";
import { type Contract, type InputOf, type ResultOf, withoutUnknown } from "../../contracts/contract.js";
import type { Scope } from "../../contracts/scopes.js";
import type { Host } from "../../runtime/process/host.js";
import { readParams } from "../../runtime/actions/read-params.js";
import {
  fieldsOf,
  type ListOptions,
  refuseUnknownFields,
  selectInput,
  shorten,
  withOptionalFields,
} from "./list-tool.js";
import { VIEW_OF } from "./views/index.js";
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

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
export interface ObjectSchema {
  [key: string]: Json | undefined;
  type: "object";
  properties?: Record<string, JsonObject>;
  required?: string[];
}

/** What `tools/list` shows of a tool, in both eras. */
export interface ToolListing {
  [key: string]: unknown;
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** The view that clients with the extension MCP Apps show its result in. */
  _meta?: { ui: { resourceUri: string } };
}

/** What a call of a tool gives in both eras: one text block, and unless it failed the same as an object. */
export interface ToolResult {
  [key: string]: unknown;
  isError?: boolean;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
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
  /** What it gives; left out: what the action gives. */
  output?: z.ZodObject;
  /** One that lists: it takes `select`, and is short where nobody asks for more. */
  list?: ListOptions;
  annotations: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };
  /** Where credits can be bought: what the description adds there; `only`: elsewhere the tool is not listed. */
  buying?: { says: string } | "only";
  run(call: ToolCall, input: z.output<I>): Promise<object>;
}

export interface Tool {
  name: string;
  scope: Scope;
  contract: Contract;
  listing: ToolListing;
  /** With BILLING=off, where nothing speaks of buying (rules/billing 31); null: not listed. */
  listingWithoutBuying: ToolListing | null;
  /** Throws a ServiceError, `invalid_params` before anything is started. */
  run(call: ToolCall, args: Record<string, unknown>): Promise<object>;
}

export function defineTool<I extends z.ZodObject>(definition: ToolDefinition<I>): Tool {
  const { name, title, description, contract, annotations, buying, list } = definition;
  const input = withoutUnknown(definition.input);
  const scope = definition.scope ?? contract.scope;
  if (scope === null) throw new Error(`The tool ${name} has no scope.`);
  const outputSchema = schemaOf(definition.output ?? contract.result, "output");
  const view = VIEW_OF[name];
  const listing: ToolListing = {
    name,
    title,
    description,
    inputSchema: schemaOf(
      withoutUnknown(list ? input.extend(selecting) : (definition.shown ?? input)),
      "input",
    ),
    outputSchema: list ? withOptionalFields(outputSchema, list.rows) : outputSchema,
    annotations: {
      title,
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
      openWorldHint: annotations.openWorld,
    },
    ...(view !== undefined && { _meta: { ui: { resourceUri: view } } }),
  };
  const said = typeof buying === "object" ? `${description} ${buying.says}` : description;
  return {
    name,
    scope,
    contract,
    listing: { ...listing, description: said },
    listingWithoutBuying: buying === "only" ? null : listing,
    async run(call, args) {
      if (list === undefined) return definition.run(call, readParams(input, args));
      const { select: given, ...own } = args;
      const { select } = readParams(z.object(selecting), { select: given });
      refuseUnknownFields(select, fieldsOf(outputSchema, list.rows));
      const result = await definition.run(call, readParams(input, own));
      return shorten(result, list, { select, limit: args["limit"] });
    },
  };
}

const selecting = { select: selectInput };

/** What is given is open: a field that a later version adds must not make a client of today refuse the answer. */
export function schemaOf(of: z.ZodType, io: "input" | "output"): ObjectSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(of, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  return { ...schema, type: "object" } as unknown as ObjectSchema;
}

/** Annotations of a tool that only looks. */
export const LOOKS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
