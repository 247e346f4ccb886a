import sharp, { type Sharp } from "sharp";
import { MAX_OUTPUT_PIXELS } from "./limits.js";
import { refineEdges } from "./refine-edges.js";
import { type Pixels, doubleLanczos } from "./double-lanczos.js";

export interface UpscaledImage {
  contentType: "image/jpeg" | "image/webp" | "image/png";
  body: Buffer;
}

/**
 * Doubles both sides of a clean picture, alpha kept. What came as JPEG stays JPEG (quality 92), WebP stays WebP (quality 92),
 * all else becomes PNG.
 */
export async function upscaleImage(path: string, format: string, isSharp = false): Promise<UpscaledImage> {
  const source = await decode(path);
  const doubled = await doubleLanczos(source);
  if (isSharp) refineEdges(source, doubled);
  const { data, width, height, channels } = doubled;
  return encode(
    sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_OUTPUT_PIXELS }),
    format,
  );
}

async function decode(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path)
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function encode(image: Sharp, format: string): Promise<UpscaledImage> {
  if (format === "jpeg") {
    return {
      contentType: "image/jpeg",
      body: await image.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer(),
    };
  }
  if (format === "webp")
    return { contentType: "image/webp", body: await image.webp({ quality: 92 }).toBuffer() };
  return { contentType: "image/png", body: await image.png({ compressionLevel: 6 }).toBuffer() };
}

// Operations are not repeated with the same input, so libvips' cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);
