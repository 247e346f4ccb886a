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
  /** Where the first picture of a video is put. */
  frame: string;
}

/** What there is to see and to measure; null where the file does not say. */
export interface Seen {
  /** Whether a thumbnail was written. */
  isShown: boolean;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

type Measures = Omit<Seen, "isShown">;
const NOTHING: Measures = { width: null, height: null, durationMs: null };

/** A work of the studio: measures a file, and writes a webp of 512 px at most of what can be seen. */
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

/** The file lies alone in its folder: what refers to others finds none. Gives its own size. Throws Refusal. */
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

/** A film that cannot be probed may show a picture all the same. */
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
