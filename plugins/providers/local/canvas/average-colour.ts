import sharp from "sharp";
import { type Colour, fromRgb } from "./colour.js";
import { decodable } from "../decodable.js";

/** The dominant colour of an encoded picture; a picture that cannot be decoded is `invalid_params`. */
export async function averageColour(picture: Buffer): Promise<Colour> {
  const small = await decodable(() =>
    sharp(picture)
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .resize(64, 64, { fit: "inside" })
      .png()
      .toBuffer(),
  );
  const { dominant } = await sharp(small).stats();
  return fromRgb(dominant.r, dominant.g, dominant.b);
}
