import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import { THUMB_TYPE, thumbKey } from "../thumb-key.js";
import type { ImageProcess } from "./image-process.js";

/** Larger pictures are not looked at. */
const MAX_IMAGE_BYTES = 256 * 2 ** 20;
/** Smaller files are copied here: it takes less than a message to another process and back. */
const CARRIED_BYTES = 8 * 2 ** 20;

export const workFolder = (host: Host): string => join(host.config.dataDir, "tmp");
export const WORK_PREFIX = "thumb-";

/**
 * Makes and stores the thumbnail of an object; false when nothing can be seen in it, or its bytes are gone.
 * Works on a copy that lies alone in a folder, so that a file that refers to others finds none.
 */
export async function makeThumbnail(
  host: Host,
  processes: Readonly<Record<"image" | "video", ImageProcess>>,
  object: StorageObject,
  signal: AbortSignal,
): Promise<boolean> {
  const isVideo = object.contentType.startsWith("video/");
  if (!isVideo && object.sizeBytes > MAX_IMAGE_BYTES) return false;
  await mkdir(workFolder(host), { recursive: true });
  const folder = await mkdtemp(join(workFolder(host), WORK_PREFIX));
  try {
    const input = join(folder, "input");
    if (!(await copyOut(host, object, input, signal))) return false;
    const output = join(folder, "thumb.webp");
    if (
      !(await (isVideo
        ? processes.video.render(input, output, join(folder, "frame.png"))
        : processes.image.render(input, output)))
    )
      return false;
    await host.storage.write(thumbKey(object.id), createReadStream(output), {
      contentType: THUMB_TYPE,
      signal,
    });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
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
