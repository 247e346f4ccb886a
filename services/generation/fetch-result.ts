import { Readable } from "node:stream";
import { reasonOf } from "../../runtime/errors/reason-of.js";

const FIRST_BYTE_MS = 30_000;
/** What an upstream says beside an error is not read further than this. */
const SAID_BYTES = 200;

/** An address did not give the result. */
export class ResultNotFetched extends Error {
  override readonly name = "ResultNotFetched";
}

/**
 * Opens the address of a result. It comes from the provider's own plugin, so it is as trusted as the plugin.
 * Throws ResultNotFetched, or the signal's reason.
 */
export async function fetchResult(url: URL, signal: AbortSignal): Promise<Readable> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`its first byte did not come within ${FIRST_BYTE_MS / 1000} s`)),
    FIRST_BYTE_MS,
  );
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, late.signal]) });
    if (response.ok && response.body !== null) return Readable.fromWeb(response.body);
    await response.body?.cancel();
    throw new ResultNotFetched(`its address answered ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ResultNotFetched) throw error;
    const { cause = error } = error as Error;
    const reason = reasonOf(cause);
    throw new ResultNotFetched(`its address could not be read: ${reason.slice(0, SAID_BYTES)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
