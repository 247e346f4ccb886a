import { Readable } from "node:stream";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/host.js";

/** A result is kept whatever the quota says (spec: Limits); this only bounds what a broken upstream can send. */
const MAX_RESULT_BYTES = 4 * 2 ** 30;
const FIRST_BYTE_MS = 30_000;

export interface Result {
  storageId: string;
  contentType: string;
  /** A URL is fetched; a stream is read once. */
  body: Buffer | Readable | URL;
  signal: AbortSignal;
}

/**
 * Writes a result's bytes under its id; nothing refers to them before `claimResult`. May be repeated; one that is
 * claimed already stays as it is. Errors of the source or the store are thrown on.
 */
export async function writeResult(
  host: Host,
  { storageId, contentType, body, signal }: Result,
): Promise<{ sizeBytes: number }> {
  const claimed = await host.read.findOne(StorageObject, { id: storageId });
  if (claimed !== null) {
    if (body instanceof Readable) body.destroy();
    return { sizeBytes: claimed.sizeBytes };
  }
  const source =
    body instanceof URL
      ? await download(body, signal)
      : body instanceof Readable
        ? body
        : Readable.from([body]);
  const { sizeBytes } = await host.storage.write(storageId, source, {
    contentType,
    maxBytes: MAX_RESULT_BYTES,
    signal,
  });
  return { sizeBytes };
}

/** An address that the provider's own plugin gave: it is as trusted as the plugin. */
async function download(url: URL, signal: AbortSignal): Promise<Readable> {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new Error(`A result cannot be fetched from ${url.protocol} addresses.`);
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error("The result's first byte did not come within 30 s.")),
    FIRST_BYTE_MS,
  );
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, late.signal]) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`Fetching the result gave ${response.status}.`);
    }
    return Readable.fromWeb(response.body);
  } finally {
    clearTimeout(timer);
  }
}
