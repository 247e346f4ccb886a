import { notFound, ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { PROTECTIVE_HEADERS, serveFile } from "../../../runtime/http/serve-file/serve-file.js";
import { inlineDisposition } from "../../kit/content-disposition.js";
import type { Disk } from "./disk.js";
import { refuse } from "./refuse.js";
import type { ReadLink, UrlSigner } from "./sign-url.js";

const MAX_AGE_SECONDS = 3600;

/** Serves a signed read URL: GET and HEAD, one range, entity tags (rules/storage 18). */
export async function getFile(request: EdgeRequest, disk: Disk): Promise<void> {
  const { driver, signer } = disk;
  try {
    const link = openLink(request, signer);
    const file = await driver.open(link.key);
    if (file === null) throw notFound("This file was deleted.");
    await serveFile(request, { ...file, contentType: link.contentType }, headersOf(link));
  } catch (error) {
    refuse(request, disk.log, error);
  }
}

function openLink({ params, query }: EdgeRequest, signer: UrlSigner): ReadLink {
  const link = signer.openRead(params["key"] ?? "", query);
  if (link === null)
    throw new ServiceError("forbidden", "This link was not issued by this service, or it was changed.");
  if (link.expiresAt <= Date.now())
    throw new ServiceError("forbidden", "This link has expired; fetch the resource again for a fresh one.");
  return link;
}

/** The URL is the credential: a client that has it may read the bytes, and keep them while it lives. */
function headersOf({ expiresAt, filename }: ReadLink): Record<string, string> {
  const left = Math.floor((expiresAt - Date.now()) / 1000);
  return {
    ...PROTECTIVE_HEADERS,
    "cache-control": `private, max-age=${Math.max(0, Math.min(left, MAX_AGE_SECONDS))}`,
    "content-disposition": inlineDisposition(filename),
  };
}
