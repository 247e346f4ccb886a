import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MadeFile } from "../in-studio.js";
import type { UpscaleOrder } from "./limits.js";
import { upscaleImage } from "./upscale-image.js";

/** A work of the studio: doubles a picture. */
export async function work({ folder, source, format, isSharp }: UpscaleOrder): Promise<MadeFile[]> {
  const { contentType, body } = await upscaleImage(source, format, isSharp);
  const path = join(folder, "doubled");
  await writeFile(path, body);
  return [{ contentType, path }];
}
