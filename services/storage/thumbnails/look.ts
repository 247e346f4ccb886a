import { existsSync } from "node:fs";
import { probe } from "../../../plugins/kit/ffmpeg/probe.js";
import { openPicture } from "../../../plugins/kit/pictures/open-picture.js";
import { Refusal } from "../../../runtime/process/studio/refusal.js";
import { firstFrame } from "./first-frame.js";

const MAX_EDGE = 512;
const MAX_SECONDS = 1e9;

export interface Looking {
  kind: "image" | "video" | "audio";
  input: string;
  output: string;
  /** Path for the first picture of a video. */
  frame: string;
}

/** Result of a measurement; null where the file does not tell. */
export interface Seen {
  /** True when a thumbnail was written. */
  isShown: boolean;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

type Measures = Omit<Seen, "isShown">;
const NOTHING: Measures = { width: null, height: null, durationMs: null };

/** The studio's work: measures a file, and writes a webp of at most 512 px of an image or video. */
export async function work(
  { kind, input, output, frame }: Looking,
  { signal }: { signal: AbortSignal },
): Promise<Seen> {
  if (kind === "image") return { isShown: true, ...NOTHING, ...(await render(input, output)) };
  const measures = await measure(input, signal);
  if (kind === "audio" || !((await firstFrame(input, frame, signal)) && existsSync(frame)))
    return { isShown: false, ...measures };
  await render(frame, output);
  return { isShown: true, ...measures };
}

/**
 * Writes the thumbnail and returns the picture's own size. The file is alone in its folder, so that a picture
 * which refers to others finds none. Throws Refusal.
 */
async function render(path: string, output: string): Promise<{ width: number; height: number }> {
  const { meta, open } = await openPicture(path);
  await open()
    .autoOrient()
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(output);
  const { width, height } = meta.autoOrient ?? meta;
  return { width, height };
}

/** Measures sound or video. A film that cannot be probed may still have a first picture. */
async function measure(path: string, signal: AbortSignal): Promise<Measures> {
  try {
    const { seconds, picture } = await probe(path, signal);
    const { width = null, height = null } = picture ?? {};
    const durationMs = seconds === null || seconds > MAX_SECONDS ? null : Math.round(seconds * 1000);
    return { width, height, durationMs };
  } catch (error) {
    if (error instanceof Refusal) return NOTHING;
    throw error;
  }
}
