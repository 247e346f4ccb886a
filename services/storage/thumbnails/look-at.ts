import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/process/host.js";
import {
  type Limits,
  makeWorkFolder,
  scriptBeside,
  studio,
  StudioError,
} from "../../../runtime/process/studio/index.js";
import { THUMB_TYPE, thumbKey } from "../thumb-key.js";
import type { Looking, Seen } from "./look.js";

/** Bytes of the largest picture that is measured. */
const MAX_IMAGE_BYTES = 256 * 2 ** 20;
/**
 * Bytes below which this process copies a file itself: that takes less time than a message to another process
 * and back.
 */
const CARRIED_BYTES = 8 * 2 ** 20;
const SCRIPT = scriptBeside(import.meta, "look");
const LIMITS: Readonly<Record<Looking["kind"], Limits>> = {
  image: { cpuSeconds: 5, wallSeconds: 30, memoryMb: 256 },
  video: { cpuSeconds: 15, wallSeconds: 60, memoryMb: 320 },
  audio: { cpuSeconds: 10, wallSeconds: 45, memoryMb: 256 },
};
const UNSEEN: Seen = { isShown: false, width: null, height: null, durationMs: null };

export const workFolder = (host: Pick<Host, "config">): string => join(host.config.dataDir, "tmp");

/**
 * Measures an object, and makes and stores its thumbnail; all is unknown for an object that cannot be
 * decoded, or whose bytes are gone. It works on a copy that is alone in a folder, so that a file which refers
 * to others finds none.
 */
export async function lookAt(
  host: Pick<Host, "config" | "storage" | "mediaTransfers">,
  object: StorageObject,
  signal: AbortSignal,
): Promise<Seen> {
  const kind = kindOf(object);
  if (kind === "image" && object.sizeBytes > MAX_IMAGE_BYTES) return UNSEEN;
  const folder = await makeWorkFolder(workFolder(host));
  try {
    const input = join(folder, "input");
    if (!(await copyOut(host, object, input, signal))) return UNSEEN;
    const output = join(folder, "thumb.webp");
    const seen = await look({ kind, input, output, frame: join(folder, "frame.png") }, object, signal);
    if (seen.isShown && object.thumb === "pending")
      await host.storage.write(thumbKey(object.id), createReadStream(output), {
        contentType: THUMB_TYPE,
        signal,
      });
    return seen;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const kindOf = ({ contentType }: StorageObject): Looking["kind"] =>
  contentType.startsWith("image/") ? "image" : contentType.startsWith("video/") ? "video" : "audio";

/** Runs the measurement in the studio. Throws when its process died, which may be chance. */
async function look(looking: Looking, { ownerId }: StorageObject, signal: AbortSignal): Promise<Seen> {
  const limits = LIMITS[looking.kind];
  try {
    return (await studio.run({
      script: SCRIPT,
      data: looking,
      lane: "quick",
      account: ownerId,
      limits,
      signal,
    })) as Seen;
  } catch (error) {
    if (error instanceof StudioError && error.fault !== "died") return UNSEEN;
    throw error;
  }
}

/** Copies an object's bytes into a file; returns false when the bytes are gone. */
async function copyOut(
  host: Pick<Host, "storage" | "mediaTransfers">,
  { id, sizeBytes }: StorageObject,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (sizeBytes > CARRIED_BYTES) return host.mediaTransfers.copyOut(id, path, signal);
  const body = await host.storage.read(id);
  if (body === null) return false;
  await pipeline(body, createWriteStream(path), { signal });
  return true;
}
