import { openPicture } from "./open-picture.js";

export interface PictureSize {
  format: string;
  /** Upright, as it is shown. */
  width: number;
  height: number;
}

/** A work of the studio: what the head of a picture says. */
export async function work({ path }: { path: string }): Promise<PictureSize> {
  const { meta } = await openPicture(path);
  const { width, height } = meta.autoOrient ?? meta;
  return { format: meta.format, width, height };
}
