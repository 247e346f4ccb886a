import { makeMp4 } from "../media/mp4.js";
import { makePng } from "../media/png.js";
import { makeWav } from "../media/wav.js";
import type { SampleIds } from "./sample-params.js";

export interface SampleFile {
  contentType: string;
  bytes: Buffer;
}

/** One file of each kind of medium; `SAMPLE_IDS` has their storage ids. */
export type SampleMedia = Readonly<Record<keyof SampleIds, SampleFile>>;

export const SAMPLE_IDS: SampleIds = {
  image: "00000000-0000-4000-8000-000000000001",
  video: "00000000-0000-4000-8000-000000000002",
  audio: "00000000-0000-4000-8000-000000000003",
};

/** Makes the sample files: a small image, a second of video with sound, and a second of sound. */
export async function makeSampleMedia(): Promise<SampleMedia> {
  const png = await makePng(64, 48, [
    [200, 30, 30],
    [30, 30, 200],
  ]);
  const mp4 = makeMp4({
    width: 64,
    height: 48,
    seconds: 1,
    sound: true,
    colours: [
      [90, 90, 200],
      [120, 90, 200],
    ],
  });
  return {
    image: { contentType: "image/png", bytes: png },
    video: { contentType: "video/mp4", bytes: mp4 },
    audio: { contentType: "audio/wav", bytes: makeWav(1, 440) },
  };
}

/** Returns files of the same content types whose bytes are no media. */
export function spoil(media: SampleMedia): SampleMedia {
  const noise = (file: SampleFile): SampleFile => ({
    ...file,
    bytes: Buffer.from("not a medium at all"),
  });
  return { image: noise(media.image), video: noise(media.video), audio: noise(media.audio) };
}
