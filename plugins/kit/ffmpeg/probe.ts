import { stat } from "node:fs/promises";
import { z } from "zod";
import { Refusal } from "../../../runtime/process/studio/refusal.js";
import { QUIET, UNTRUSTED } from "./guards.js";
import { runProgram } from "./run-program.js";

export interface ProbedPicture {
  codec: string;
  /** The size as it is shown: upright, with square pixels. */
  width: number;
  height: number;
  /**
   * The size as it is stored, the rotation with which it is shown, in degrees clockwise, and the shape of its
   * pixels.
   */
  stored: { width: number; height: number; rotation: number; pixelAspect: number };
  /** Frames a second; null when the file does not say. */
  rate: number | null;
}

export interface ProbedSound {
  codec: string;
  channels: number;
  rate: number;
}

/** What the head of a file says, which need not be true. */
export interface Probed {
  seconds: number | null;
  picture: ProbedPicture | null;
  sound: ProbedSound | null;
  /** The number of its sounds, such as those of several languages; `sound` is the first. */
  sounds: number;
}

const MOST_SIDE = 16_384;
const MAX_SKEW = 8;
const MAX_CHANNELS = 16;
const SHORT_SECONDS = 60;
/** The least bytes for each second; speech takes more in every codec that is accepted. */
const LEAST_BYTES = 40;
/** The limits of what is read: 5 seconds and 5 MB, so that a long file is probed as fast as a short one. */
const LOOK = ["-analyzeduration", "5000000", "-probesize", "5000000"];
const ENTRIES =
  "format=duration:stream=codec_type,codec_name,width,height,duration,avg_frame_rate,sample_rate,channels,sample_aspect_ratio:stream_tags=rotate:stream_side_data=rotation:stream_disposition=attached_pic";

const number = z.coerce.number().optional().catch(undefined);
const stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: number,
  height: number,
  duration: number,
  avg_frame_rate: z.string().optional(),
  sample_rate: number,
  channels: number,
  sample_aspect_ratio: z.string().optional(),
  tags: z.object({ rotate: number }).optional(),
  side_data_list: z.array(z.object({ rotation: number })).optional(),
  disposition: z.object({ attached_pic: number }).optional(),
});
type Stream = z.infer<typeof stream>;
const answer = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ duration: number }).default({ duration: undefined }),
});

/**
 * Reads the head of a file of sound or moving pictures, in a process of the studio. Throws Refusal for a file
 * that has neither or cannot be read, and for sizes, channels and durations beyond the limits. `ofSoundOnly`: pictures
 * are not looked at, and count as none.
 */
export async function probe(
  path: string,
  signal: AbortSignal,
  { ofSoundOnly = false }: { ofSoundOnly?: boolean } = {},
): Promise<Probed> {
  const args = [...QUIET, ...UNTRUSTED, ...LOOK, "-show_entries", ENTRIES, "-of", "json", "-i", path];
  const { output, complaint } = await runProgram("ffprobe", { args, files: [path], signal });
  const { streams, format } = answer.parse(JSON.parse(output === "" ? "{}" : output));
  if (streams.length === 0) throw new Refusal(complaint === "" ? "no reader knows its format" : complaint);
  const pictured = streams.find((each) => each.codec_type === "video" && !each.disposition?.attached_pic);
  const soundings = streams.filter((each) => each.codec_type === "audio");
  const [sounding] = soundings;
  const picture = pictured === undefined || ofSoundOnly ? null : pictureOf(pictured);
  const sound = sounding === undefined ? null : soundOf(sounding);
  if (pictured === undefined && sound === null) throw new Refusal("it has neither pictures nor sound");
  const seconds = format.duration ?? pictured?.duration ?? sounding?.duration;
  if (seconds !== undefined) await refuseEmpty(path, seconds);
  return {
    seconds: seconds !== undefined && seconds > 0 ? seconds : null,
    picture,
    sound,
    sounds: soundings.length,
  };
}

/** Throws Refusal for a file that is too small for its duration: a head of a kilobyte may claim hours. */
async function refuseEmpty(path: string, seconds: number): Promise<void> {
  const { size } = await stat(path);
  if (seconds > SHORT_SECONDS && size / seconds < LEAST_BYTES)
    throw new Refusal(`it says that it lasts ${Math.round(seconds)} seconds and has only ${size} bytes`);
}

function pictureOf(found: Stream): ProbedPicture {
  const { width = 0, height = 0, codec_name: codec = "unknown", sample_aspect_ratio: aspect } = found;
  if (width < 1 || height < 1) throw new Refusal("its pictures have no size");
  if (Math.max(width, height) > MOST_SIDE)
    throw new Refusal(
      `its pictures have ${width} x ${height} pixels; at most ${MOST_SIDE} a side are accepted`,
    );
  const pixelAspect = ratioOf(aspect, ":") ?? 1;
  if (pixelAspect > MAX_SKEW || pixelAspect < 1 / MAX_SKEW)
    throw new Refusal(`its pixels are ${aspect} wide to high; at most ${MAX_SKEW}:1 is accepted`);
  const turned = found.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  // The matrix counts counterclockwise, the older tag clockwise.
  const rotation = (((turned === undefined ? (found.tags?.rotate ?? 0) : -turned) % 360) + 360) % 360 || 0;
  const across = Math.max(1, Math.round(pixelAspect > 1 ? width * pixelAspect : width));
  const down = Math.max(1, Math.round(pixelAspect < 1 ? height / pixelAspect : height));
  const isTurned = rotation === 90 || rotation === 270;
  return {
    codec,
    width: isTurned ? down : across,
    height: isTurned ? across : down,
    stored: { width, height, rotation, pixelAspect },
    rate: ratioOf(found.avg_frame_rate, "/"),
  };
}

function soundOf({
  codec_name: codec = "unknown",
  channels = 0,
  sample_rate: rate = 0,
}: Stream): ProbedSound {
  if (channels < 1 || rate < 1) throw new Refusal("its sound has no channel or no rate");
  if (channels > MAX_CHANNELS)
    throw new Refusal(`its sound has ${channels} channels; at most ${MAX_CHANNELS} are accepted`);
  return { codec, channels, rate };
}

/** Returns a ratio; null for one without a value, such as 0/0. */
function ratioOf(text: string | undefined, between: string): number | null {
  const [above = NaN, below = NaN] = (text ?? "").split(between).map(Number);
  const ratio = above / below;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
}
