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
  type ObjectSchema,
} from "./list-tool.js";
import { VIEW_OF } from "./views/index.js";
import type { Wait } from "./wait.js";

/** One call of a tool, as its function sees it. */
export interface ToolCall {
  host: Pick<Host, "baseUrl" | "signals">;
  /** Time at which the call came, in milliseconds since the epoch. */
  startedAt: number;
  /**
   * Calls an action with the caller's credential: what REST refuses is refused here with the same sentence.
   */
  call<C extends Contract>(contract: C, input: InputOf<C>): Promise<ResultOf<C>>;
  /**
   * Waits for the account's turn at answers that may be long, before such a result is read. The turn lasts until the answer is
   * made. Throws `unavailable` after a long wait (rules/mcp 26).
   */
  longTurn(): Promise<void>;
  /**
   * Calls an action that may take longer than a call between services; `doing` is the phrase of its progress.
   */
  atEdge<C extends Contract>(contract: C, input: InputOf<C>, doing: string): Promise<ResultOf<C>>;
  /** Waits at the edge until the work is over, the time is up, the client left or the process drains. */
  waitFor<T>(wait: Wait<T>): Promise<T>;
}

/** Entry of a tool in `tools/list`, in both eras. */
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
  /** View in which clients with the extension MCP Apps show the tool's result. */
  _meta?: { ui: { resourceUri: string } };
}

/**
 * Result of a tool's call in both eras: one text block and, unless the tool failed, the same as an object.
 */
export interface ToolResult {
  [key: string]: unknown;
  isError?: boolean;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
}

export interface ToolDefinition<I extends z.ZodObject> {
  name: string;
  title: string;
  /** Text that an agent reads before it calls: when to use the tool, what it costs, what to do next. */
  description: string;
  /** Contract of the action behind the tool; its scope opens the tool. */
  contract: Contract;
  /** Scope of the tool, only when it differs from the scope of its REST route. */
  scope?: Scope;
  /** The contract's fields under the tool's names, and fields that the tool adds. */
  input: I;
  /** Input that `tools/list` shows instead, when the action checks more closely than `input` does. */
  shown?: z.ZodObject;
  /** Result of the tool; left out: the action's result. */
  output?: z.ZodObject;
  /**
   * Options of a tool that lists: it takes `select`, and its result is short when the caller names no limit.
   */
  list?: ListOptions;
  /** True when the result may have megabytes; left out: as the contract's route says. */
  isLong?: boolean;
  annotations: { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };
  /** Text that the description adds when credits can be bought; `only`: the tool is listed only then. */
  buying?: { says: string } | "only";
  run(call: ToolCall, input: z.output<I>): Promise<object>;
}

export interface Tool {
  name: string;
  scope: Scope;
  contract: Contract;
  /** The schema of its arguments, `select` of a list among them. */
  input: z.ZodType;
  listing: ToolListing;
  /** Listing with BILLING=off, where no text mentions buying (rules/billing 31); null: not listed. */
  listingWithoutBuying: ToolListing | null;
  /** Runs the tool. Throws a ServiceError, `invalid_params` before anything is started. */
  run(call: ToolCall, args: Record<string, unknown>): Promise<object>;
}

export function defineTool<I extends z.ZodObject>(definition: ToolDefinition<I>): Tool {
  const { name, title, description, contract, annotations, buying, list } = definition;
  const input = withoutUnknown(definition.input);
  const scope = definition.scope ?? contract.scope;
  const isLong = definition.isLong ?? contract.rest?.long === true;
  const inTurn = async (call: ToolCall, given: z.output<I>): Promise<object> => {
    if (isLong) await call.longTurn();
    return definition.run(call, given);
  };
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
    input: list ? input.extend(selecting) : input,
    listing: { ...listing, description: said },
    listingWithoutBuying: buying === "only" ? null : listing,
    async run(call, args) {
      if (list === undefined) return inTurn(call, readParams(input, args));
      const { select: given, ...own } = args;
      const { select } = readParams(z.object(selecting), { select: given });
      refuseUnknownFields(select, fieldsOf(outputSchema, list.rows));
      const result = await inTurn(call, readParams(input, own));
      return shorten(result, list, { select, limit: args["limit"] });
    },
  };
}

const selecting = { select: selectInput };

/**
 * Returns the JSON Schema of a tool's input or output. Outputs are open, since a field that a later version
 * adds must not make today's clients refuse the answer.
 */
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

/** Annotations of a tool that only reads. */
export const LOOKS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
