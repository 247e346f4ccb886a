import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { TooManyBytes } from "../../plugins/kit/storage-driver.js";
import type { Opened } from "../../runtime/process/media-transfer/media-transfers.js";
import { TransferError } from "../../runtime/process/media-transfer/transfer.js";
import type { OriginHead } from "../../runtime/process/media-transfer/messages.js";
import { checkUrl, GuardedFetchError, networkPolicy } from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";
import { mediaType } from "./accepted-types.js";
import { MAX_FILE_BYTES, overMaxFile } from "./max-file.js";

/** A file behind an address; a caller that does not keep it has to drop it. */
export interface Origin {
  contentType: string;
  /** Length in bytes that the origin declares; null without one. */
  declaredBytes: number | null;
  opened: Opened;
}

/**
 * Parses an address. Throws `invalid_params` for one that is refused for itself, before its host is looked
 * up.
 */
export function checkOrigin({ config }: Pick<Host, "config">, url: string): URL {
  try {
    return checkUrl(url, networkPolicy(config));
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Opens the file behind an address. Throws `invalid_params` when it is refused, unreachable, not 2xx, or no
 * image, video or audio; `payload_too_large` for a declared length over 1 GB; and the signal's reason.
 */
export async function openOrigin(
  host: Pick<Host, "mediaTransfers">,
  url: string,
  signal: AbortSignal,
): Promise<Origin> {
  const opened = await host.mediaTransfers.fetch(url, signal).catch((error: unknown) => {
    throw asRefusal(error);
  });
  try {
    return { ...readHead(opened), opened };
  } catch (error) {
    opened.drop();
    throw error;
  }
}

function readHead({ status, contentType: given, contentEncoding, contentLength }: OriginHead) {
  if (status < 200 || status > 299) throw invalidParams(`The URL answered with status ${status}.`);
  const contentType = mediaType(given);
  if (contentType === null)
    throw invalidParams(
      `The URL must give an image, video or audio, not ${(given ?? "a file without a content type").slice(0, 200)}.`,
    );
  // The request asked for no compression; compressed bytes would not be stored as an image.
  if (contentEncoding !== undefined && contentEncoding !== "identity" && contentEncoding !== "")
    throw invalidParams("The URL gives its file compressed only.");
  const declaredBytes = contentLength === undefined ? null : Number(contentLength);
  if (declaredBytes !== null && declaredBytes > MAX_FILE_BYTES) throw overMaxFile();
  return { contentType, declaredBytes };
}

/** Turns an error of the transfer process into the caller's refusal; other errors stay the same. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof GuardedFetchError)
    return new ServiceError("invalid_params", error.message, { cause: error });
  if (error instanceof TooManyBytes) return overMaxFile();
  if (!(error instanceof TransferError)) return error;
  if (error.kind === "brokeOff")
    return Object.assign(invalidParams("The URL broke off before the end of its file."), { cause: error });
  const message =
    error.kind === "store"
      ? "The media store is away. Retry later."
      : "The import was interrupted. Retry it.";
  return new ServiceError("unavailable", message, { details: { retryAfterSeconds: 5 }, cause: error });
}
