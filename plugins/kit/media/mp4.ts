import { type Yuv, h264Still } from "./h264-still.js";
import { UNITY_MATRIX, box, fullBox, u16, u32 } from "./mp4-boxes.js";
import { MOVIE_TIMESCALE, type Mp4Track, trackBox } from "./mp4-track.js";
import { silenceTrack } from "./silence-track.js";

export interface Mp4Options {
  /** Width and height are even numbers of pixels. */
  width: number;
  height: number;
  seconds: number;
  /** Adds a silent AAC track. */
  sound: boolean;
  /** The frames alternate between the two. */
  colours: readonly [Yuv, Yuv];
}

/** The longest film in seconds. Its length in ticks fits the 32 bits of mvhd. */
export const MAX_MP4_SECONDS = 4_000_000;
/**
 * The most frames. A film has one frame a second; a longer one shows each frame longer, so that the tables
 * stay small.
 */
const MAX_FRAMES = 600;

/**
 * Returns an MP4 (H.264, `moov` first) whose frames have one colour each. Two frames are stored and all
 * others point at them, so the pictures of a long film take hardly more bytes than those of a short one.
 */
export function makeMp4(options: Mp4Options): Buffer {
  const { track, bytes } = pictureTrack(options);
  const silence = options.sound ? silenceTrack(options.seconds, bytes.length) : null;
  const tracks = silence === null ? [track] : [track, silence.track];
  const media = silence === null ? bytes : Buffer.concat([bytes, silence.bytes]);
  const ftyp = box(
    "ftyp",
    Buffer.from("isom", "latin1"),
    u32(0x200),
    Buffer.from("isomiso2avc1mp41", "latin1"),
  );
  // The offsets in `moov` depend on its size, and its size does not depend on them, so it is written twice.
  const dataStart = ftyp.length + movieBox(tracks, 0).length + 8;
  return Buffer.concat([ftyp, movieBox(tracks, dataStart), box("mdat", media)]);
}

function movieBox(tracks: readonly Mp4Track[], dataStart: number): Buffer {
  const ticks = Math.max(
    ...tracks.map((track) => Math.round((track.ticks / track.timescale) * MOVIE_TIMESCALE)),
  );
  const mvhd = fullBox(
    "mvhd",
    0,
    u32(0, 0, MOVIE_TIMESCALE, ticks, 0x10000), // normal speed
    u16(0x0100, 0), // full volume
    u32(0, 0),
    UNITY_MATRIX,
    u32(0, 0, 0, 0, 0, 0, tracks.length + 1),
  );
  return box("moov", mvhd, ...tracks.map((track, at) => trackBox(track, at + 1, dataStart)));
}

function pictureTrack({ width, height, seconds, colours }: Mp4Options): {
  track: Mp4Track;
  bytes: Buffer;
} {
  const ticks = Math.max(1, Math.round(seconds * MOVIE_TIMESCALE));
  const count = Math.min(Math.ceil(ticks / MOVIE_TIMESCALE), MAX_FRAMES);
  const each = count < MAX_FRAMES ? MOVIE_TIMESCALE : Math.floor(ticks / count);
  const last = ticks - (count - 1) * each;
  const stream = h264Still(width, height);
  const even = stream.frame(0, colours[0]);
  const odd = stream.frame(1, colours[1]);
  const samples = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? even : odd));
  return {
    bytes: Buffer.concat([even, odd]),
    track: {
      handler: "vide",
      width,
      height,
      timescale: MOVIE_TIMESCALE,
      ticks,
      durations:
        count > 1
          ? [
              [count - 1, each],
              [1, last],
            ]
          : [[1, last]],
      sampleSizes: samples.map((sample) => sample.length),
      samplesPerChunk: 1,
      chunkOffsets: samples.map((sample) => (sample === even ? 0 : even.length)),
      sampleEntry: pictureEntry(width, height, stream.configuration),
    },
  };
}

function pictureEntry(width: number, height: number, configuration: Buffer): Buffer {
  return box(
    "avc1",
    u16(0, 0, 0, 1), // reserved, data reference 1
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0), // 72 dpi
    u16(1), // one frame a sample
    Buffer.alloc(32), // no compressor name
    u16(0x18, 0xffff),
    box("avcC", configuration),
  );
}
