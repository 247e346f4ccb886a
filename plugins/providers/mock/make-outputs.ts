import { Readable } from "node:stream";
import type { Yuv } from "../../kit/media/h264-still.js";
import { makeMp4 } from "../../kit/media/mp4.js";
import { type Rgb, makePng } from "../../kit/media/png.js";
import { wavChunks } from "../../kit/media/wav.js";
import type { ProviderOutput } from "../../kit/model-provider.js";
import type { MockWork } from "./mock-handle.js";

/** Writes the files that a handle describes: the same bytes every time, in every process. */
export async function makeOutputs(work: MockWork): Promise<ProviderOutput[]> {
  const outputs: ProviderOutput[] = [];
  for (let at = 0; at < work.count; at += 1) {
    outputs.push({ contentType: work.contentType, body: await makeFile(work, at) });
  }
  return outputs;
}

async function makeFile(work: MockWork, at: number): Promise<Buffer | Readable> {
  const bytes = seedBytes(work.seed + at);
  switch (work.contentType) {
    case "image/png":
      return makePng(work.width, work.height, colours(bytes));
    case "audio/wav":
      return Readable.from(wavChunks(work.seconds, 220 + (work.seed % 440)));
    case "video/mp4":
      return makeMp4({ ...work, colours: shades(bytes) });
  }
}

type SeedBytes = readonly [number, number, number, number];

/** Four bytes that differ a lot between neighbouring seeds (a multiplicative hash). */
function seedBytes(seed: number): SeedBytes {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x9e3779b1) >>> 0;
  return [mixed >>> 24, (mixed >>> 16) & 0xff, (mixed >>> 8) & 0xff, mixed & 0xff];
}

function colours([a, b, c, d]: SeedBytes): readonly [Rgb, Rgb] {
  return [
    [a, b, c],
    [c ^ 0xff, d, a],
  ];
}

/** Two luma values of one hue, inside the legal range of video. */
function shades([a, b, c]: SeedBytes): readonly [Yuv, Yuv] {
  const legal = (byte: number) => 16 + Math.floor((byte * 219) / 255);
  return [
    [legal(a), legal(b), legal(c)],
    [legal(a ^ 0x40), legal(b), legal(c)],
  ];
}
