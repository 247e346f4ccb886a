import { openPicture } from "./open-picture.js";

export interface PictureSize {
  format: string;
  /** The size as the picture is shown, upright. */
  width: number;
  height: number;
}

/** Reads format and size from the head of a picture, in a process of the studio. */
export async function work({ path }: { path: string }): Promise<PictureSize> {
  const { meta } = await openPicture(path);
  const { width, height } = meta.autoOrient ?? meta;
  return { format: meta.format, width, height };
}
