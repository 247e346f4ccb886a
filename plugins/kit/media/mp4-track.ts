import { UNITY_MATRIX, box, fullBox, u16, u32 } from "./mp4-boxes.js";

/**
 * A track for a `trak` box. A second has `timescale` ticks; offsets count from the start of the media data.
 */
export interface Mp4Track {
  handler: "vide" | "soun";
  width: number;
  height: number;
  timescale: number;
  ticks: number;
  /** The durations of the samples, as runs of samples of one length. */
  durations: readonly (readonly [count: number, ticks: number])[];
  sampleSizes: readonly number[];
  samplesPerChunk: number;
  chunkOffsets: readonly number[];
  /** The content of `stsd`. */
  sampleEntry: Buffer;
}

/** The ticks a second of the whole film (mvhd). */
export const MOVIE_TIMESCALE = 1000;

/** Returns a `trak` box; `dataStart` is the offset in bytes at which the media data begins in the file. */
export function trackBox(track: Mp4Track, id: number, dataStart: number): Buffer {
  const isSound = track.handler === "soun";
  const movieTicks = Math.round((track.ticks / track.timescale) * MOVIE_TIMESCALE);
  const tkhd = fullBox(
    "tkhd",
    3, // enabled, in the movie
    u32(0, 0, id, 0, movieTicks, 0, 0),
    u16(0, 0, isSound ? 0x0100 : 0, 0),
    UNITY_MATRIX,
    u32(track.width * 0x10000, track.height * 0x10000),
  );
  const mdhd = fullBox("mdhd", 0, u32(0, 0, track.timescale, track.ticks), u16(0x55c4, 0)); // language "und"
  const hdlr = fullBox(
    "hdlr",
    0,
    u32(0),
    Buffer.from(track.handler, "latin1"),
    u32(0, 0, 0),
    Buffer.from([0]),
  );
  const header = isSound ? fullBox("smhd", 0, u32(0)) : fullBox("vmhd", 1, u32(0, 0));
  const dinf = box("dinf", fullBox("dref", 0, u32(1), fullBox("url ", 1)));
  const minf = box("minf", header, dinf, sampleTable(track, dataStart));
  return box("trak", tkhd, box("mdia", mdhd, hdlr, minf));
}

function sampleTable(track: Mp4Track, dataStart: number): Buffer {
  const count = track.sampleSizes.length;
  const first = track.sampleSizes[0] ?? 0;
  const isUniform = track.sampleSizes.every((size) => size === first);
  return box(
    "stbl",
    fullBox("stsd", 0, u32(1), track.sampleEntry),
    fullBox("stts", 0, u32(track.durations.length, ...track.durations.flat())),
    fullBox("stsc", 0, u32(1, 1, track.samplesPerChunk, 1)),
    fullBox("stsz", 0, isUniform ? u32(first, count) : u32(0, count, ...track.sampleSizes)),
    fullBox(
      "stco",
      0,
      u32(track.chunkOffsets.length, ...track.chunkOffsets.map((offset) => dataStart + offset)),
    ),
  );
}
