import { invalidParams, notFound, ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { EncodedUpload, isEncoded, type StoredFile, TooManyBytes } from "../../kit/storage-driver.js";
import type { Disk } from "./disk.js";
import { ObjectDeleted, TicketOver, TicketSpent, UploadReplaced } from "./ended-uploads.js";
import { firstBytes } from "./first-bytes.js";
import { receiveUpload } from "./receive-upload.js";
import { refuse } from "./refuse.js";
import type { UploadLink, UrlSigner } from "./sign-url.js";
import { LEAST_BYTES, SLOW_MS, UploadAborted, UploadTooSlow } from "./watch-upload.js";

/**
 * Takes the one PUT of an upload URL (rules/storage 10): streamed to a temporary file, put in place when it is whole. Its bytes are on the
 * disk only while the ticket reserves their space. Of several PUTs of a ticket the one whose first bytes came last has a file.
 */
export async function putFile(request: EdgeRequest, disk: Disk): Promise<void> {
  try {
    const link = openTicket(request, disk.signer);
    checkHeaders(request, link);
    const check = () => disk.folder.refuseSpent(link.key);
    await check();
    // Until they come the PUT has no file, and cuts no other one.
    const hasBytes = await firstBytes(request.req, { expiresAt: link.expiresAt, check });
    if (!hasBytes) throw invalidParams("The body is empty: send the file's bytes.");
    const { sizeBytes, etag } = await disk.uploads.run(link.key, (signal) =>
      receive(request, disk, link, signal),
    );
    const body = Buffer.from(JSON.stringify({ ok: true, sizeBytes }));
    request.res.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
      etag,
      "cache-control": "no-store",
    });
    request.res.end(body);
  } catch (error) {
    if (error instanceof UploadAborted) return void request.res.destroy();
    refuse(request, disk.log, refusalOf(error));
  }
}

function receive(
  { req }: EdgeRequest,
  { driver, folder }: Disk,
  { key, maxBytes, expiresAt }: UploadLink,
  signal: AbortSignal,
): Promise<StoredFile> {
  return driver.store({
    key,
    maxBytes,
    open: () => folder.openUpload(key, signal),
    fill: (sink, temporary) =>
      receiveUpload(req, sink, { signal, expiresAt, check: () => folder.refuseGone(temporary, key) }),
    place: (temporary) => folder.placeOnce(temporary, key, expiresAt),
  });
}

function openTicket({ params, query }: EdgeRequest, signer: UrlSigner): UploadLink {
  const link = signer.openUpload(params["key"] ?? "", query);
  if (link === null)
    throw new ServiceError("forbidden", "This upload URL was not issued by this service, or it was changed.");
  if (link.expiresAt <= Date.now())
    throw new ServiceError("forbidden", "This upload URL has expired; ask for another ticket.");
  return link;
}

const essenceOf = (contentType: string): string => (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();

function checkHeaders({ req }: EdgeRequest, { contentType, maxBytes }: UploadLink): void {
  if (essenceOf(req.headers["content-type"] ?? "") !== essenceOf(contentType)) {
    throw invalidParams(`Content-Type must be ${contentType}, as on the ticket.`);
  }
  if (isEncoded(req.headers["content-encoding"] ?? "")) throw new EncodedUpload();
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw new TooManyBytes();
}

function refusalOf(error: unknown): unknown {
  if (error instanceof UploadTooSlow)
    return invalidParams(
      `The body came too slowly: at least ${LEAST_BYTES / 1024} KB must come in ${SLOW_MS / 1000} s.`,
    );
  if (error instanceof EncodedUpload) return invalidParams(error.message);
  if (error instanceof TooManyBytes)
    return new ServiceError("payload_too_large", "The body is larger than the ticket's sizeBytes.");
  if (error instanceof TicketSpent)
    return new ServiceError("conflict", "This upload URL was used before; ask for another ticket.");
  if (error instanceof TicketOver)
    return new ServiceError(
      "forbidden",
      `This upload URL ended at ${new Date(error.expiresAt).toISOString()}, before the file was whole; ask for another ticket right before you send it.`,
    );
  if (error instanceof UploadReplaced)
    return new ServiceError("conflict", "Another PUT to this upload URL began; the newest one counts.");
  if (error instanceof ObjectDeleted) return notFound("This object was deleted; ask for another ticket.");
  return error;
}
