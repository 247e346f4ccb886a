import { existsSync } from "node:fs";
import { openPicture } from "../../../plugins/kit/pictures/open-picture.js";
import { firstFrame } from "./first-frame.js";

const MAX_EDGE = 512;

export interface Rendering {
  input: string;
  output: string;
  /** Where the first picture of a video is put; null: the input is a picture itself. */
  frame: string | null;
}

/** A work of the studio: writes a webp of 512 px at most; false when a video shows no picture. Throws Refusal. */
export async function work(
  { input, output, frame }: Rendering,
  { signal }: { signal: AbortSignal },
): Promise<boolean> {
  if (frame !== null && !((await firstFrame(input, frame, signal)) && existsSync(frame))) return false;
  // The file lies alone in its folder: what refers to others finds none.
  const { open } = await openPicture(frame ?? input);
  await open()
    .autoOrient()
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(output);
  return true;
}
