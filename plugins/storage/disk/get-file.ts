import { pipeline } from "node:stream/promises";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import { inlineDisposition } from "../../kit/content-disposition.js";
import type { Disk } from "./disk.js";
import type { OpenedFile } from "./disk-driver.js";
import { isIfRange, isNoneMatch } from "./entity-tag.js";
import { parseRange } from "./parse-range.js";
import { refuse } from "./refuse.js";
import type { ReadLink, UrlSigner } from "./sign-url.js";

const MAX_AGE_SECONDS = 3600;

/** Serves a signed read URL: GET and HEAD, one range, entity tags (decisions 7). */
export async function getFile(request: EdgeRequest, disk: Disk): Promise<void> {
  const { driver, signer } = disk;
  try {
    const link = openLink(request, signer);
    const file = await driver.open(link.key);
    if (file === null) throw notFound("This file was deleted.");
    await answer(request, link, file);
  } catch (error) {
    await refuse(request, disk.log, error);
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

async function answer({ req, res, method }: EdgeRequest, link: ReadLink, file: OpenedFile): Promise<void> {
  const headers = headersOf(link, file);
  const isHead = method === "HEAD";
  if (isNoneMatch(req.headers["if-none-match"], file.etag)) {
    await file.close();
    return void res.writeHead(304, headers).end();
  }
  // A range is defined for GET only (RFC 9110, 14.2).
  const wanted =
    isHead || !isIfRange(ifRangeOf(req.headers["if-range"]), file.etag)
      ? null
      : parseRange(req.headers.range, file.sizeBytes);
  if (wanted === "unsatisfiable") {
    await file.close();
    return void res
      .writeHead(416, { ...headers, "content-range": `bytes */${file.sizeBytes}`, "content-length": 0 })
      .end();
  }
  const length = wanted === null ? file.sizeBytes : wanted.end - wanted.start + 1;
  res.writeHead(wanted === null ? 200 : 206, {
    ...headers,
    "content-type": link.contentType,
    "content-length": length,
    ...(wanted !== null && { "content-range": `bytes ${wanted.start}-${wanted.end}/${file.sizeBytes}` }),
  });
  if (isHead || length === 0) {
    await file.close();
    return void res.end();
  }
  // A reader that leaves in the middle is no error of ours.
  await pipeline(file.stream(wanted ?? undefined), res).catch(() => res.destroy());
}

const ifRangeOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

function headersOf(link: ReadLink, file: OpenedFile): Record<string, string> {
  const left = Math.floor((link.expiresAt - Date.now()) / 1000);
  return {
    etag: file.etag,
    "accept-ranges": "bytes",
    "cache-control": `private, max-age=${Math.max(0, Math.min(left, MAX_AGE_SECONDS))}`,
    "content-disposition": inlineDisposition(link.filename),
    // What people upload must not run as a page of this origin.
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    // The URL is the credential: sites that show delivered media may read the bytes.
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "access-control-expose-headers":
      "accept-ranges, content-disposition, content-length, content-range, etag",
  };
}
