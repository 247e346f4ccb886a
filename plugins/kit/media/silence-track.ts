import { box, fullBox, u16, u32 } from "./mp4-boxes.js";
import type { Mp4Track } from "./mp4-track.js";

const RATE = 16_000;
const FRAME_TICKS = 1024;
/** One AAC-LC frame of mono silence: a single channel element without spectral data. */
const SILENT_FRAME = Buffer.from("00c800802380", "hex");
/** AudioSpecificConfig (ISO/IEC 14496-3): AAC-LC, 16 kHz, one channel. */
const AUDIO_CONFIG = Buffer.from("1408", "hex");

/** Returns a silent AAC track of this length; `offset` is that of its bytes in the media data. */
export function silenceTrack(seconds: number, offset: number): { track: Mp4Track; bytes: Buffer } {
  const ticks = Math.max(1, Math.round(seconds * RATE));
  const frames = Math.ceil(ticks / FRAME_TICKS);
  const last = ticks - (frames - 1) * FRAME_TICKS;
  return {
    bytes: Buffer.alloc(frames * SILENT_FRAME.length, SILENT_FRAME),
    track: {
      handler: "soun",
      width: 0,
      height: 0,
      timescale: RATE,
      ticks,
      durations:
        frames > 1
          ? [
              [frames - 1, FRAME_TICKS],
              [1, last],
            ]
          : [[1, last]],
      sampleSizes: Array.from({ length: frames }, () => SILENT_FRAME.length),
      samplesPerChunk: frames,
      chunkOffsets: [offset],
      sampleEntry: soundEntry(),
    },
  };
}

function soundEntry(): Buffer {
  const decoder = descriptor(
    4,
    Buffer.from([0x40, 0x15, 0, 0, 0]),
    u32(1000, 1000),
    descriptor(5, AUDIO_CONFIG),
  );
  const stream = descriptor(3, u16(2), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2])));
  return box(
    "mp4a",
    u16(0, 0, 0, 1), // reserved, data reference 1
    u32(0, 0),
    u16(1, 16, 0, 0), // mono, 16 bits
    u32(RATE * 0x10000),
    fullBox("esds", 0, stream),
  );
}

/** Returns a descriptor of ISO/IEC 14496-1 whose content is shorter than 128 bytes. */
function descriptor(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
}
