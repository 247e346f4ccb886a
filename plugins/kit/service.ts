import type { z } from "zod";
import type { Method, ToolHints } from "../../contracts/contract.js";
import type { ScopeArea } from "../../contracts/scopes.js";
import type { ServiceContext } from "./service-context.js";
import type { ServiceEntity, ServiceMigration } from "./service-data.js";

/** The contract of one action of a service: like Kiln's own contracts, with fewer options. */
export interface ServiceContract<P extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  /** `<service>.<verb>`, such as `links.create`. */
  name: `${string}.${string}`;
  /** What the action does, for people and agents: one sentence, at most 1,000 characters. */
  description: string;
  /**
   * The schema of the parameters. A body with an unknown field is refused; unknown parameters of a query are
   * ignored.
   */
  params: P;
  /** The schema of the result, against which the handler's answer is checked before it is sent. */
  result: R;
  /** Who may call: anybody, an account whose credential has the scope, or operators only. */
  audience: "public" | "account" | "operator";
  /**
   * The area of the scope that an account needs; `plugins` when left out. A GET needs `read`, all else `rw`.
   */
  area?: ScopeArea;
  rest: {
    method: Method;
    /**
     * A path of `/v1/p/<service>` and up to eight segments. A `:name` segment is a parameter: a UUID if its
     * schema has `format: "uuid"`, else at most 100 letters, digits, dots, dashes and underscores.
     */
    path: string;
    /** Parameters of a writing method that are read from the query too. */
    query?: readonly string[];
    /** The form of the answer; the result of a `redirect` has a `location`. */
    respond?: "json" | "redirect";
  };
  /**
   * `read` for a GET, which cannot write, and `write` otherwise when left out. A POST that only reads says
   * `read`, so that it stays open to suspended accounts.
   */
  effect?: "read" | "write";
  /**
   * True for an action, no GET, that calls contracts which spend credits. Unverified accounts are refused it
   * where verification is on, and a connected agent with a threshold asks its person first.
   */
  spends?: boolean;
  /** True for an action that honours `Idempotency-Key`; it must have a `replay`. */
  idempotent?: boolean;
  /** Makes the contract of an account a tool of the agent server too. */
  tool?: ToolHints;
}

/** An action: a contract, and the functions that answer it. */
export interface ServiceAction<P extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> {
  contract: ServiceContract<P, R>;
  /**
   * Does the work within `context.remainingMs`. A refusal is thrown as `new kit.ServiceError(code, message)`;
   * any other error is 500 `internal` for the caller and is shown in the operator's list.
   */
  handler(context: ServiceContext, params: z.output<P>): Promise<z.input<R>>;
  /**
   * Renders anew what an `Idempotency-Key` made before; `id` is the one that the handler passed to
   * `tx.made(id)`.
   */
  replay?(context: ServiceContext, id: string, params: z.output<P>): Promise<z.input<R>>;
  /**
   * Parameters of a call that succeeds after the example calls of the actions before it; the conformance
   * suite makes it.
   */
  example?: z.input<P>;
}

/** Extension point `service`: actions with routes, agent tools and tables of their own (ADR-0065). */
export interface Service {
  /** At most 32 lower-case letters and digits, the first one a letter; unique in a process. */
  name: string;
  actions: readonly ServiceAction<never, never>[];
  entities?: readonly ServiceEntity[];
  /** The migrations, which are run once over all processes, in this order, before the version serves. */
  migrations?: readonly ServiceMigration[];
  /**
   * Frees what the service uses. Kiln calls it once, after the last call has ended: when another version
   * takes the service's place, when the plugin is removed or switched off, when the process stops. What it
   * throws is logged.
   */
  close?(): Promise<void>;
}

/** Returns an action, with the types of its parameters and result. */
export const defineAction = <P extends z.ZodObject, R extends z.ZodObject>(
  action: ServiceAction<P, R>,
): ServiceAction<never, never> => action as unknown as ServiceAction<never, never>;
