import { Readable } from "node:stream";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import {
  checkUrl,
  GuardedFetchError,
  guardedFetch,
  type GuardedResponse,
  networkPolicy,
} from "../../runtime/guarded-fetch/index.js";
import type { Host } from "../../runtime/host.js";
import { mediaType } from "./accepted-types.js";
import { MAX_FILE_BYTES, overMaxFile } from "./max-file.js";

export interface Origin {
  contentType: string;
  /** Null where the origin does not say. */
  declaredBytes: number | null;
  body: Readable;
}

/** Throws `invalid_params` for an address that is refused as it stands, before anything is looked up. */
export function checkOrigin(host: Host, url: string): URL {
  try {
    return checkUrl(url, networkPolicy(host.config));
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Opens the file behind an address. Throws `invalid_params` when it is refused, unreachable, not 2xx, or no image, video or
 * audio; `payload_too_large` for a declared length over 1 GB; the signal's reason.
 */
export async function openOrigin(host: Host, url: string, signal: AbortSignal): Promise<Origin> {
  try {
    const response = await guardedFetch(url, { policy: networkPolicy(host.config), signal });
    try {
      return originOf(response);
    } catch (error) {
      response.body.destroy();
      throw error;
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

function originOf({ status, headers, body }: GuardedResponse): Origin {
  if (status < 200 || status > 299) throw invalidParams(`The URL answered with status ${status}.`);
  const contentType = mediaType(headers["content-type"]);
  if (contentType === null)
    throw invalidParams(
      `The URL must give an image, video or audio, not ${(headers["content-type"] ?? "a file without a content type").slice(0, 200)}.`,
    );
  const encoding = headers["content-encoding"];
  // It was asked not to; what is kept would be no image any more.
  if (encoding !== undefined && encoding !== "identity" && encoding !== "")
    throw invalidParams("The URL gives its file compressed only.");
  const length = headers["content-length"];
  const declaredBytes = length === undefined ? null : Number(length);
  if (declaredBytes !== null && declaredBytes > MAX_FILE_BYTES) throw overMaxFile();
  return { contentType, declaredBytes, body };
}

function asRefusal(error: unknown): unknown {
  return error instanceof GuardedFetchError
    ? new ServiceError("invalid_params", error.message, { cause: error })
    : error;
}
