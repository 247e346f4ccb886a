import { randomUUID } from "node:crypto";
import type { ParamsOf } from "../../contracts/contract.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { importUpload } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import { aside, nameAct } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import { confirm } from "./commit-upload.js";
import type { ImportQueue, Place } from "./import-queue.js";
import { MAX_FILE_BYTES } from "./max-file.js";
import { growReservation, refuseOverQuota, stageUpload } from "./reservations.js";
import { asRefusal, checkOrigin, openOrigin, type Origin } from "./read-origin.js";
import { removeObject } from "./remove-object.js";

/** Milliseconds of a whole import; an origin that sends more slowly loses its place in the queue. */
const LONGEST_MS = 3600_000;
/** Characters of a file name that is taken from an address. */
const MAX_NAME = 300;

/**
 * Fetches an address into storage and commits it. The quota is checked before, during, and finally at the
 * commit. A failed import leaves nothing; after a crash the sweep of staged objects removes the rest. Throws
 * `invalid_params`, `payload_too_large`, `storage_limit`, `rate_limited`, and the signal's reason.
 */
export async function importFile(
  host: Host,
  queue: ImportQueue,
  ownerId: string,
  { url, filename }: ParamsOf<typeof importUpload>,
  waited: AbortSignal,
): Promise<StorageObject> {
  const name = filename?.toWellFormed() || nameFromUrl(checkOrigin(host, url));
  await refuseOverQuota(host, ownerId, 1);
  const place = await queue.enter(ownerId, waited);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(invalidParams("The URL took more than an hour.")), LONGEST_MS);
  const signal = AbortSignal.any([waited, late.signal, place.signal]);
  try {
    const origin = await openOrigin(host, url, signal);
    try {
      await refuseOverQuota(host, ownerId, origin.declaredBytes ?? 1);
      return await keep(host, { ownerId, filename: name, origin, place, signal });
    } finally {
      origin.opened.drop();
    }
  } finally {
    clearTimeout(timer);
    place.leave();
  }
}

interface Keeping {
  ownerId: string;
  filename: string | null;
  origin: Origin;
  place: Place;
  signal: AbortSignal;
}

async function keep(
  host: Host,
  { ownerId, filename, origin, place, signal }: Keeping,
): Promise<StorageObject> {
  const id = randomUUID();
  const staged = {
    id,
    ownerId,
    filename,
    contentType: origin.contentType,
    sizeBytes: origin.declaredBytes ?? 0,
    origin: "upload",
    state: "staged",
    thumb: "none",
    width: null,
    height: null,
    durationMs: null,
    measuredAt: null,
    publishedAt: null,
    createdAt: Date.now(),
  } satisfies StorageObject;
  // The object is staged before the first byte: after any crash from here on, the sweep finds it.
  await aside(() => host.transact((tx) => stageUpload(host, tx, staged, { isTicket: false })));
  try {
    const sizeBytes = await write(host, staged, { origin, place, signal });
    host.fault?.("storage.imported");
    signal.throwIfAborted();
    nameAct({ resourceId: id });
    return await confirm(host, staged, sizeBytes);
  } catch (error) {
    await aside(() => removeObject(host, staged)).catch((left: unknown) => {
      if (!(left instanceof ServiceError && left.code === "not_found"))
        host.log.warn({ err: left, storageId: id }, "an import that failed stays until the sweep removes it");
    });
    throw error;
  }
}

/** Writes the file into the store; returns the number of its bytes. */
async function write(
  host: Pick<Host, "config" | "transact">,
  staged: StorageObject,
  { origin: { opened }, place, signal }: Pick<Keeping, "origin" | "place" | "signal">,
): Promise<number> {
  const { id, contentType, sizeBytes: declaredBytes } = staged;
  const check = async (bytes: number) => {
    place.arrived(bytes);
    if (bytes > declaredBytes)
      await aside(() => host.transact((tx) => growReservation(host, tx, staged, bytes)));
  };
  const sizeBytes = await opened
    .keep(id, { contentType, maxBytes: MAX_FILE_BYTES }, check)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw asRefusal(error);
    });
  if (sizeBytes === 0) throw invalidParams("The URL gave an empty file.");
  return sizeBytes;
}

/**
 * Returns the last part of a URL's path as a file name, null when it has none. The name is made safe on
 * reading.
 */
function nameFromUrl({ pathname }: URL): string | null {
  const part = pathname.split("/").at(-1) ?? "";
  const name = decoded(part).toWellFormed();
  // The end of a long name is kept, because it tells the type of the file.
  return name === "" ? null : name.length <= MAX_NAME ? name : name.slice(-MAX_NAME).toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
