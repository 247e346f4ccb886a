import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import {
  type Limits,
  makeWorkFolder,
  scriptBeside,
  studio,
  StudioError,
} from "../../../runtime/studio/index.js";
import { THUMB_TYPE, thumbKey } from "../thumb-key.js";
import type { Rendering } from "./render-thumbnail.js";

/** Larger pictures are not looked at. */
const MAX_IMAGE_BYTES = 256 * 2 ** 20;
/** Smaller files are copied here: it takes less than a message to another process and back. */
const CARRIED_BYTES = 8 * 2 ** 20;
const SCRIPT = scriptBeside(import.meta, "render-thumbnail");
const LIMITS: Readonly<Record<"image" | "video", Limits>> = {
  image: { cpuSeconds: 5, wallSeconds: 30, memoryMb: 256 },
  video: { cpuSeconds: 10, wallSeconds: 45, memoryMb: 256 },
};

export const workFolder = (host: Host): string => join(host.config.dataDir, "tmp");

/**
 * Makes and stores the thumbnail of an object; false when nothing can be seen in it, or its bytes are gone.
 * Works on a copy that lies alone in a folder, so that a file that refers to others finds none.
 */
export async function makeThumbnail(
  host: Host,
  object: StorageObject,
  signal: AbortSignal,
): Promise<boolean> {
  const isVideo = object.contentType.startsWith("video/");
  if (!isVideo && object.sizeBytes > MAX_IMAGE_BYTES) return false;
  const folder = await makeWorkFolder(workFolder(host));
  try {
    const input = join(folder, "input");
    if (!(await copyOut(host, object, input, signal))) return false;
    const output = join(folder, "thumb.webp");
    const rendering: Rendering = { input, output, frame: isVideo ? join(folder, "frame.png") : null };
    if (!(await render(rendering, object, signal))) return false;
    await host.storage.write(thumbKey(object.id), createReadStream(output), {
      contentType: THUMB_TYPE,
      signal,
    });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False when there is nothing to see: what cannot be decoded has no thumbnail. Throws when its process died, which may be chance. */
async function render(
  rendering: Rendering,
  { ownerId }: StorageObject,
  signal: AbortSignal,
): Promise<boolean> {
  const limits = LIMITS[rendering.frame === null ? "image" : "video"];
  try {
    return (await studio.run({
      script: SCRIPT,
      data: rendering,
      lane: "quick",
      account: ownerId,
      limits,
      signal,
    })) as boolean;
  } catch (error) {
    if (error instanceof StudioError && error.fault !== "died") return false;
    throw error;
  }
}

/** False when the bytes are gone. */
async function copyOut(
  host: Host,
  { id, sizeBytes }: StorageObject,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (sizeBytes > CARRIED_BYTES) return host.carrier.copyOut(id, path, signal);
  const body = await host.storage.read(id);
  if (body === null) return false;
  await pipeline(body, createWriteStream(path), { signal });
  return true;
}
