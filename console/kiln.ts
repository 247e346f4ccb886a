import { Connection } from "../sdk/connection.js";
import type { KilnError } from "../sdk/kiln-error.js";
import type { CallOptions, Operation } from "../sdk/operation.js";
import { signInAgain } from "./api.js";

/** By the session's cookie; an ended session leads to sign in. */
const connection = new Connection({
  url: location.origin,
  fetch: async (input, init) => {
    // What takes something away, or says that a window closes, is not lost with the tab.
    const keepalive = init.method === "DELETE" || String(input).endsWith("/presence");
    const response = await fetch(input, { ...init, keepalive });
    if (response.status === 401) signInAgain();
    return response;
  },
});

/** Calls a route through the client library. Throws its KilnError. */
export const call = <Params, Result, Item>(
  operation: Operation<Params, Result, Item>,
  params: Params,
  options?: CallOptions,
): Promise<Result> => connection.call(operation, params, options);

/** Whether a call was refused with a code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  (error as KilnError | null)?.code === code;
