import type { ServiceData } from "./service-data.js";

/** The account that calls, and its credential. */
export interface ServiceCaller {
  accountId: string;
  email: string;
  kind: "session" | "key" | "grant";
  isOperator: boolean;
}

/** A call of an action as its handler sees it. */
export interface ServiceContext {
  /** The caller; null for a public contract. */
  caller: ServiceCaller | null;
  requestId: string;
  /** Aborts when nobody waits for the answer any more; pass it to `fetch`. */
  signal: AbortSignal;
  /** Milliseconds until the call is given up. */
  readonly remainingMs: number;
  data: ServiceData;
  /** The values of the variables `PLUGIN_<SERVICE>_<NAME>`, by `<NAME>`. */
  settings: Readonly<Record<string, string>>;
  /** The public origin without a trailing slash. */
  baseUrl: string;
  log: { info(message: string): void; warn(message: string): void };
  /**
   * Resolves to the caller's role in a project. Throws `not_found` for a project that the caller cannot see.
   */
  project(projectId: string): Promise<{ id: string; role: "owner" | "contributor" }>;
  /**
   * Calls one of Kiln's own contracts by its name (`operationId` of the OpenAPI document) for the caller:
   * what REST would refuse to their credential is refused here with the same error. Do not call it within a
   * transaction.
   */
  call(contract: string, params: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}
