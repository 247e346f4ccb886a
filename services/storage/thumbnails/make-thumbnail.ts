import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import { THUMB_TYPE, thumbKey } from "../thumb-key.js";
import { firstFrame } from "./first-frame.js";
import type { ImageProcess } from "./image-process.js";

/** Larger pictures are not looked at. */
const MAX_IMAGE_BYTES = 256 * 2 ** 20;

export const workFolder = (host: Host): string => join(host.config.dataDir, "tmp");
export const WORK_PREFIX = "thumb-";

/**
 * Makes and stores the thumbnail of an object; false when nothing can be seen in it, or its bytes are gone.
 * Works on a copy that lies alone in a folder, so that a file that refers to others finds none.
 */
export async function makeThumbnail(
  host: Host,
  images: ImageProcess,
  object: StorageObject,
  signal: AbortSignal,
): Promise<boolean> {
  const isVideo = object.contentType.startsWith("video/");
  if (!isVideo && object.sizeBytes > MAX_IMAGE_BYTES) return false;
  const body = await host.storage.read(object.id);
  if (body === null) return false;
  await mkdir(workFolder(host), { recursive: true });
  const folder = await mkdtemp(join(workFolder(host), WORK_PREFIX)).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  try {
    const input = join(folder, "input");
    await pipeline(body, createWriteStream(input, { highWaterMark: 1024 * 1024 }), { signal });
    const picture = isVideo ? join(folder, "frame.png") : input;
    if (isVideo && !((await firstFrame(input, picture, signal)) && (await exists(picture)))) return false;
    const output = join(folder, "thumb.webp");
    if (!(await images.render(picture, output))) return false;
    await host.storage.write(thumbKey(object.id), createReadStream(output), {
      contentType: THUMB_TYPE,
      signal,
    });
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
