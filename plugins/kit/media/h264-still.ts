import { BitWriter } from "./bit-writer.js";

/** Luma and the two chroma values of one colour, each from 16 to 235. */
export type Yuv = readonly [y: number, cb: number, cr: number];

export interface H264Stream {
  /** The avcC record, which a decoder needs before the first frame. */
  configuration: Buffer;
  /** Returns frame number `index` in one colour: its NAL unit behind its length in 4 bytes. */
  frame(index: number, colour: Yuv): Buffer;
}

/** The macroblocks of the largest frame that any level of H.264 allows (level 6.2: 8192 x 4352). */
const MAX_MACROBLOCKS = 139_264;
const MAX_MACROBLOCKS_LEVEL_5_1 = 36_864;

const mb = (pixels: number) => Math.ceil(pixels / 16);

/** Returns true if a frame of this size (in pixels) can be written. */
export const fitsH264 = (width: number, height: number): boolean =>
  mb(width) * mb(height) <= MAX_MACROBLOCKS &&
  Math.max(mb(width), mb(height)) <= Math.sqrt(8 * MAX_MACROBLOCKS);

/**
 * Returns a constrained-baseline H.264 stream of key frames of one colour each; both sides must be even
 * numbers of pixels. The first macroblock of a frame is raw. Each other one is predicted from its neighbours
 * without a residual and takes about one byte. Throws RangeError for another size.
 */
export function h264Still(width: number, height: number): H264Stream {
  if (!fitsH264(width, height) || width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`no H.264 frame of ${width} x ${height}`);
  }
  const level = mb(width) * mb(height) > MAX_MACROBLOCKS_LEVEL_5_1 ? 62 : 51;
  const sps = nal(0x67, sequenceParameters(width, height, level));
  const pps = nal(0x68, pictureParameters());
  const configuration = Buffer.concat([
    Buffer.from([1, 66, 0xc0, level, 0xff, 0xe1]),
    length16(sps),
    sps,
    Buffer.from([1]),
    length16(pps),
    pps,
  ]);
  return {
    configuration,
    frame(index, colour) {
      const unit = nal(0x65, slice(mb(width), mb(height), index, colour));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return Buffer.concat([length, unit]);
    },
  };
}

/** Returns the sequence parameter set (clause 7.3.2.1). */
function sequenceParameters(width: number, height: number, level: number): Buffer {
  const writer = new BitWriter();
  writer.bits(66, 8).bits(0xc0, 8).bits(level, 8);
  writer.unsigned(0).unsigned(0).unsigned(2).unsigned(1).bits(0, 1); // ids, frame_num of 4 bits, POC type 2, one ref
  writer.unsigned(mb(width) - 1).unsigned(mb(height) - 1);
  writer.bits(1, 1).bits(1, 1); // frames only, direct 8x8
  const right = (mb(width) * 16 - width) / 2;
  const bottom = (mb(height) * 16 - height) / 2;
  writer.bits(1, 1).unsigned(0).unsigned(right).unsigned(0).unsigned(bottom); // cropping, in units of two pixels
  return writer.bits(0, 1).finish(); // no VUI
}

/**
 * Returns the picture parameter set (clause 7.3.2.2): CAVLC, one slice group, no weights, deblocking as the
 * slice says.
 */
function pictureParameters(): Buffer {
  const writer = new BitWriter();
  writer.unsigned(0).unsigned(0).bits(0, 1).bits(0, 1).unsigned(0).unsigned(0).unsigned(0);
  writer.bits(0, 1).bits(0, 2).unsigned(0).unsigned(0).unsigned(0);
  return writer.bits(1, 1).bits(0, 1).bits(0, 1).finish();
}

/**
 * Returns a slice of a whole frame (clauses 7.3.3 to 7.3.5). Neighbouring key frames differ in `idr_pic_id`
 * (clause 7.4.3).
 */
function slice(columns: number, rows: number, index: number, colour: Yuv): Buffer {
  const writer = new BitWriter();
  writer
    .unsigned(0)
    .unsigned(7)
    .unsigned(0)
    .bits(0, 4)
    .unsigned(index % 2);
  writer.bits(0, 1).bits(0, 1).unsigned(0).unsigned(1); // no marking, default QP, no deblocking
  writer.unsigned(25).align(); // I_PCM
  for (let at = 0; at < 256; at += 1) writer.bits(colour[0], 8);
  for (let at = 0; at < 64; at += 1) writer.bits(colour[1], 8);
  for (let at = 0; at < 64; at += 1) writer.bits(colour[2], 8);
  for (let at = 1; at < columns * rows; at += 1) {
    // I_16x16 with DC prediction and no coefficients, chroma DC, QP unchanged
    writer.unsigned(3).unsigned(0).unsigned(0);
    // coeff_token for none: its code depends on the neighbours (9.2.1), where a raw one counts as 16 coefficients
    const besideRaw = (columns > 1 && at === 1) || at === columns;
    if (besideRaw) writer.bits(0b000011, 6);
    else writer.bits(1, 1);
  }
  return writer.finish();
}

/** Returns a NAL unit: the header byte and the payload, with emulation prevention (clause 7.4.1). */
function nal(header: number, payload: Buffer): Buffer {
  const bytes: number[] = [header];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

function length16(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}
