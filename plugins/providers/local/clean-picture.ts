import { Refusal } from "../../../runtime/process/studio/refusal.js";
import { openPicture, reasonOf } from "../../kit/pictures/open-picture.js";

export interface CleanOrder {
  from: string;
  to: string;
  /** A larger one is made smaller. */
  maxEdge: number | null;
  /** What has more is refused; the message names this number. */
  maxPixels: number | null;
  maxSide: number | null;
  /** Whether a film or a book of pictures is refused; else its first one is taken. */
  isStill: boolean;
}

export interface CleanPicture {
  /** Of the untrusted file. */
  format: string;
  width: number;
  height: number;
}

/**
 * A work of the studio: an untrusted picture becomes a plain, upright sRGB one of ours, as PNG. Only this step sees the
 * untrusted file. Throws Refusal.
 */
export async function work(order: CleanOrder): Promise<CleanPicture> {
  const { from, to, maxEdge, maxPixels, maxSide, isStill } = order;
  const { meta, open } = await openPicture(from);
  const { width: across, height: down } = meta;
  if (isStill && (meta.pages ?? 1) > 1)
    throw new Refusal("it is animated or has several pages; one still picture is accepted");
  if (maxPixels !== null && across * down > maxPixels)
    throw new Refusal(
      `it has ${across} x ${down} pixels; at most ${Math.floor(maxPixels / 1e5) / 10} million are accepted`,
    );
  if (maxSide !== null && Math.max(across, down) > maxSide)
    throw new Refusal(`it has ${across} x ${down} pixels; at most ${maxSide} a side are accepted`);
  let picture = open().autoOrient();
  if (maxEdge !== null)
    picture = picture.resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true });
  const { width, height } = await picture
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toFile(to)
    .catch((error: Error) => {
      throw new Refusal(reasonOf(error));
    });
  return { format: meta.format, width, height };
}
