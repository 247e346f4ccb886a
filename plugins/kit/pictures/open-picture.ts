import { open as openFile, readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { Refusal } from "../../../runtime/process/studio/refusal.js";
import { refuseHostileSvg } from "./refuse-svg.js";

/** For processes of the studio alone: nothing here may run where a server's requests are. */
sharp.cache(false);
sharp.concurrency(1);
// Only what is accepted is ever tried: libvips has readers for many more things.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif", "Svg"].map((name) => `VipsForeignLoad${name}`),
});

const FORMATS = new Set<string>(["jpeg", "png", "webp", "gif", "tiff", "heif", "svg"]);
const MAX_SVG_BYTES = 8 * 2 ** 20;
const MAX_FRAMES = 10_000;
const MEGAPIXEL = 1e6;
/** Read line by line, so that their size costs time and no memory. */
const MAX_FLOWING = 120;
/** Decoded in one piece, of four bytes a pixel or two for each coefficient. */
const MAX_WHOLE = 40;
/** Their decoder takes eighteen bytes a pixel. */
const MAX_HEIF = 9;
const MAX_SVG = 16;

/** A picture of a stranger whose head was read and found within the limits. */
export interface OpenedPicture {
  meta: Metadata;
  /** Each call is a pipeline of its own, upright as it lies in the file; the first picture of what has several. */
  open(): Sharp;
}

/**
 * Reads the head of a picture and refuses what is no picture, or declares more pixels than can be decoded in the memory of a
 * process, before any of them is decoded; an SVG is read as XML before. Throws Refusal.
 */
export async function openPicture(path: string): Promise<OpenedPicture> {
  const svg = await readSvg(path);
  if (svg !== null) refuseHostileSvg(svg);
  const source = svg === null ? path : Buffer.from(svg);
  const make = (limitInputPixels: number | false): Sharp =>
    sharp(source, { limitInputPixels, failOn: "error", sequentialRead: true, pages: 1 });
  const meta = await make(false)
    .metadata()
    .catch((error: Error) => {
      throw new Refusal(reasonOf(error));
    });
  if (!FORMATS.has(meta.format) || (meta.format === "svg" && svg === null))
    throw new Refusal(`it is of the format ${meta.format}, which is not accepted`);
  const limit = limitOf(meta) * MEGAPIXEL;
  if (meta.width * meta.height > limit)
    throw new Refusal(
      `it has ${meta.width} x ${meta.height} pixels, more than the ${limit / MEGAPIXEL} million that can be decoded of ${meta.format}`,
    );
  if ((meta.pages ?? 1) > MAX_FRAMES) throw new Refusal(`it has more than ${MAX_FRAMES} frames`);
  return { meta, open: () => make(limit) };
}

function limitOf({ format, isProgressive }: Metadata): number {
  if (format === "heif") return MAX_HEIF;
  if (format === "svg") return MAX_SVG;
  return format === "webp" || format === "gif" || isProgressive ? MAX_WHOLE : MAX_FLOWING;
}

/** What the decoder says, in one line. */
export function reasonOf(error: Error): string {
  const [line = ""] = error.message.split("\n");
  return line.trim() === "" ? "its decoder gave up" : line.trim().slice(0, 300);
}

/** Further than libvips itself looks for the root of an SVG. */
const HEAD_BYTES = 4096;
/** Pictures of pixels, whose descriptions may well hold the word. */
const PIXEL_HEAD = /^(?:\xff\xd8|\x89PNG|RIFF|GIF8|II[*+]\0|MM\0[*+]|[^]{4}ftyp)/;

/** The text of what libvips would take for an SVG, unpacked; null for all else. */
async function readSvg(path: string): Promise<string | null> {
  const file = await openFile(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const start = head.subarray(0, bytesRead).toString("latin1");
    const isPacked = start.startsWith("\x1f\x8b");
    if (!isPacked && (PIXEL_HEAD.test(start) || !start.toLowerCase().includes("<svg"))) return null;
    const { size } = await file.stat();
    if (size > MAX_SVG_BYTES) throw new Refusal(`it is an SVG of more than ${MAX_SVG_BYTES / 2 ** 20} MB`);
  } finally {
    await file.close();
  }
  const bytes = await readFile(path);
  const text = bytes[0] === 0x1f ? unpack(bytes) : bytes;
  return new TextDecoder().decode(text);
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_SVG_BYTES });
  } catch (error) {
    throw new Refusal(
      (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
        ? `it is packed text of more than ${MAX_SVG_BYTES / 2 ** 20} MB`
        : "it is packed and cannot be unpacked",
    );
  }
}
