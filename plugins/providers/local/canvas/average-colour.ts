import sharp from "sharp";
import { type Colour, fromRgb } from "./colour.js";

/** The dominant colour of a clean picture. */
export async function averageColour(picture: Buffer): Promise<Colour> {
  const small = await sharp(picture)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .resize(64, 64, { fit: "inside" })
    .png()
    .toBuffer();
  const { dominant } = await sharp(small).stats();
  return fromRgb(dominant.r, dominant.g, dominant.b);
}
