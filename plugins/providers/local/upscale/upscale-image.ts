import sharp, { type Metadata, type Sharp } from "sharp";
import { ProviderError } from "../../../kit/provider-error.js";
import { decodable } from "../decodable.js";
import { type Pixels, doubleLanczos } from "./double-lanczos.js";

/** 8192 x 8192: a quarter of a gigabyte while it is worked on. */
const MAX_OUTPUT_PIXELS = 2 ** 26;
/** No side of any of our output formats may be longer. */
const MAX_SIDE = 16_383;

export interface UpscaledImage {
  contentType: "image/jpeg" | "image/webp" | "image/png";
  body: Buffer;
}

/**
 * Doubles both sides of a picture, upright by its EXIF orientation, alpha kept, in sRGB without
 * metadata. JPEG stays JPEG (quality 92), WebP stays WebP (quality 92), all else becomes PNG.
 * ProviderError `invalid_params`: not decodable, animated, or more than MAX_OUTPUT_PIXELS afterwards.
 */
export async function upscaleImage(bytes: Buffer, signal: AbortSignal): Promise<UpscaledImage> {
  const meta = await decodable(() => sharp(bytes).metadata(), "The source image");
  refuse(meta);
  const source = await decodable(() => decode(bytes, meta), "The source image");
  const doubled = await doubleLanczos(source, () => signal.throwIfAborted());
  signal.throwIfAborted();
  const { data, width, height, channels } = doubled;
  return encode(
    sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_OUTPUT_PIXELS }),
    meta.format,
  );
}

function refuse({ width, height, pages }: Metadata): void {
  if ((pages ?? 1) > 1) {
    throw new ProviderError(
      "invalid_params",
      "The source image is animated or has several pages; one still picture is accepted.",
    );
  }
  if (width * height * 4 > MAX_OUTPUT_PIXELS || Math.max(width, height) * 2 > MAX_SIDE) {
    throw new ProviderError(
      "invalid_params",
      `The source image has ${width} x ${height} pixels; doubled it may have at most ${MAX_OUTPUT_PIXELS / 1e6} million pixels and ${MAX_SIDE} a side.`,
    );
  }
}

async function decode(bytes: Buffer, { hasAlpha }: Metadata): Promise<Pixels> {
  const image = sharp(bytes).autoOrient().toColourspace("srgb");
  const { data, info } = await (hasAlpha ? image.ensureAlpha() : image.removeAlpha())
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: hasAlpha ? 4 : 3 };
}

async function encode(image: Sharp, format: string | undefined): Promise<UpscaledImage> {
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
