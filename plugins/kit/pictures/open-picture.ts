import { open as openFile, readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { Refusal } from "../../../runtime/process/studio/refusal.js";
import { refuseHostileSvg } from "./refuse-svg.js";

// This module is for processes of the studio only: none of it may run in a process that answers requests.
sharp.cache(false);
sharp.concurrency(1);
// libvips has readers for many more formats; only those that are accepted stay on.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif", "Svg"].map((name) => `VipsForeignLoad${name}`),
});

const FORMATS = new Set<string>(["jpeg", "png", "webp", "gif", "tiff", "heif", "svg"]);
const MAX_SVG_BYTES = 8 * 2 ** 20;
const MAX_FRAMES = 10_000;
const MEGAPIXEL = 1e6;
/**
 * The most megapixels of formats that are read line by line, so that their size costs time and little memory.
 */
const MAX_FLOWING = 120;
/**
 * The most megapixels of pictures that are decoded as a whole, with four bytes a pixel or two a coefficient.
 */
const MAX_WHOLE = 40;
/** The most megapixels of HEIF pictures, AVIF among them, whose decoder takes eighteen bytes a pixel. */
const MAX_HEIF = 9;
/** The most megapixels of an SVG. */
const MAX_SVG = 16;

/** An untrusted picture whose head was read and is within the limits. */
export interface OpenedPicture {
  meta: Metadata;
  /**
   * Returns a pipeline of its own at each call, with the first picture of the file as it is stored; it is not
   * turned upright.
   */
  open(): Sharp;
}

/**
 * Reads the head of a picture, and first all of an SVG as XML. Throws Refusal for a file that is no accepted
 * picture, for a hostile SVG, and for more pixels or frames than the limits allow, before any pixel is
 * decoded.
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

/** Returns the first line of a decoder's error. */
export function reasonOf(error: Error): string {
  const [line = ""] = error.message.split("\n");
  return line.trim() === "" ? "its decoder gave up" : line.trim().slice(0, 300);
}

/** The bytes in which the root of an SVG is looked for: more than libvips itself looks at. */
const HEAD_BYTES = 4096;
/** The beginnings of pictures of pixels, whose metadata may contain `<svg` too. */
const PIXEL_HEAD = /^(?:\xff\xd8|\x89PNG|RIFF|GIF8|II[*+]\0|MM\0[*+]|[^]{4}ftyp)/;

/** Returns the unpacked text of a file that libvips may take for an SVG; null for any other file. */
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
