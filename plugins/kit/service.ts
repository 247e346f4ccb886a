import type { z } from "zod";
import type { Method, ToolHints } from "../../contracts/contract.js";
import type { ScopeArea } from "../../contracts/scopes.js";
import type { ServiceContext } from "./service-context.js";
import type { ServiceEntity, ServiceMigration } from "./service-data.js";

/** What a service promises of one action: the same promise that Kiln's own contracts make, with fewer choices. */
export interface ServiceContract<P extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  /** `<service>.<verb>`, as in `links.create`. */
  name: `${string}.${string}`;
  /** One sentence: what it does, for people and agents. */
  description: string;
  /** A body with an unknown field is refused; a query may bring more than is named. */
  params: P;
  /** What the handler gives is checked against it before it leaves. */
  result: R;
  /** Anybody, whoever has a credential with the scope, or operators only. */
  audience: "public" | "account" | "operator";
  /** The area of the scope that opens it for accounts: `plugins` when left out. GET needs `read`, all else `rw`. */
  area?: ScopeArea;
  rest: {
    method: Method;
    /** Under `/v1/p/<service>`; `:name` segments are parameters, UUIDs where the schema says `format: "uuid"`, else slugs. */
    path: string;
    /** Parameters of a writing method that are read from the query too. */
    query?: readonly string[];
    /** `redirect`: the result is `{ location }`. */
    respond?: "json" | "redirect";
  };
  /** By default: whether it is a GET, which cannot write. A POST that only looks says `read`: it stays open to suspended accounts. */
  effect?: "read" | "write";
  /** Of all but a GET: it calls contracts that spend credits. It is refused to unverified accounts, and asked for before an agent may. */
  spends?: boolean;
  /** It honours `Idempotency-Key`; its action then has a `replay`. */
  idempotent?: boolean;
  /** Of an account's contract: it is a tool of the agent server too. */
  tool?: ToolHints;
}

/** One action: a contract, and what answers it. */
export interface ServiceAction<P extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  contract: ServiceContract<P, R>;
  /**
   * Does the work, within `context.remainingMs`. A refusal is thrown as `new kit.ServiceError(code, message)`; anything
   * else that is thrown is 500 `internal` for the caller and is named in the operator's list.
   */
  handler(context: ServiceContext, params: z.output<P>): Promise<z.input<R>>;
  /** Renders anew what an `Idempotency-Key` made before: `id` is what the handler gave to `tx.made(id)`. */
  replay?(context: ServiceContext, id: string, params: z.output<P>): Promise<z.input<R>>;
  /** Parameters of a call that succeeds, after those of the actions before it: the conformance suite makes it. */
  example?: z.input<P>;
}

/** Actions with routes, agent tools and tables of their own (ADR-0065). */
export interface Service {
  /** Lower-case letters and digits, beginning with a letter; at most 32. Unique in a process. */
  name: string;
  actions: readonly ServiceAction<never, never>[];
  entities?: readonly ServiceEntity[];
  /** Run once over all processes, in this order, before the version serves. */
  migrations?: readonly ServiceMigration[];
  /**
   * Called once, after the last call has ended: when another version takes its place, when the plugin is removed, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}

/** Gives an action its types. */
export const defineAction = <P extends z.ZodObject, R extends z.ZodObject>(
  action: ServiceAction<P, R>,
): ServiceAction<never, never> => action as unknown as ServiceAction<never, never>;
