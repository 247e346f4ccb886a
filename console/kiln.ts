import { Connection } from "../sdk/connection.js";
import { type KilnError, UnreachableError } from "../sdk/kiln-error.js";
import type { CallOptions, Operation } from "../sdk/operation.js";
import { type Source, upload, type UploadOptions } from "../sdk/upload.js";
import { noteSignedIn, noteSignedOut } from "./signed-out.js";

/**
 * The longest `Retry-After` that the console waits for; beyond it a person would rather read how long it
 * takes.
 */
const LONGEST_WAIT_SECONDS = 5;

/** The connection with the session's cookie; what it answers tells whether the session has ended. */
const connection = new Connection({
  url: location.origin,
  maxRetryAfterSeconds: LONGEST_WAIT_SECONDS,
  fetch: async (input, init) => {
    // A deletion and the message that a window closes are sent even if the tab closes.
    const keepalive = init.method === "DELETE" || String(input).endsWith("/presence");
    const response = await fetch(input, { ...init, keepalive });
    if (response.status === 401) noteSignedOut();
    // Some reads need no session; whatever writes does.
    else if (response.ok && init.method !== "GET") noteSignedIn();
    return response;
  },
});

/** Calls a route through the client library. Throws its KilnError. */
export const call = <Params, Result, Item>(
  operation: Operation<Params, Result, Item>,
  params: Params,
  options?: CallOptions,
): Promise<Result> => connection.call(operation, params, options).catch(inWords);

/** Stores a file and returns its storage id. Throws the KilnError of the refused step. */
export const store = async (source: Source, options: UploadOptions): Promise<string> =>
  (await upload({ connection }, source, options).catch(inWords)).storageId;

/**
 * Throws an error with a message for a person, because the client library's own message is for programmers.
 */
function inWords(error: unknown): never {
  if (error instanceof UnreachableError)
    throw new UnreachableError("The service was not reached. Check the connection and try again.", error);
  throw error;
}

/** Tells whether a call was refused with the code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  (error as KilnError | null)?.code === code;
