import { Connection } from "../sdk/connection.js";
import { type KilnError, UnreachableError } from "../sdk/kiln-error.js";
import type { CallOptions, Operation } from "../sdk/operation.js";
import { type Source, upload, type UploadOptions } from "../sdk/upload.js";
import { signInAgain } from "./signed-out.js";

/** A person who waits would rather hear how long it takes than look at a page that does nothing. */
const LONGEST_WAIT_SECONDS = 5;

/** By the session's cookie; an ended session leads to sign in. */
const connection = new Connection({
  url: location.origin,
  maxRetryAfterSeconds: LONGEST_WAIT_SECONDS,
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
): Promise<Result> => connection.call(operation, params, options).catch(inWords);

/** Stores a file; gives its storage id. Throws the KilnError of what refused it. */
export const store = async (source: Source, options: UploadOptions): Promise<string> =>
  (await upload({ connection }, source, options).catch(inWords)).storageId;

/** The client library speaks to programmers; a person is told what to do. */
function inWords(error: unknown): never {
  if (error instanceof UnreachableError)
    throw new UnreachableError("The service was not reached. Check the connection and try again.", error);
  throw error;
}

/** Whether a call was refused with a code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  (error as KilnError | null)?.code === code;
