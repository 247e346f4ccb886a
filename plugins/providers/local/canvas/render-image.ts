import sharp from "sharp";
import { type Palette, makePalette } from "./palette.js";
import { placeReferences } from "./place-references.js";
import { panelPlace } from "./reference-region.js";
import { type Plan, readPrompt } from "./read-prompt.js";
import { composeScene } from "./scene/compose-scene.js";
import { Chance, hashText } from "./seed.js";
import { STYLES_BY_NAME } from "./style/index.js";
import { type Raster, open, overlay } from "./style/raster.js";
import { type Colour, css, fromRgb, mix } from "./colour.js";

/** Long side of each resolution in pixels. */
const LONG_SIDES: Readonly<Record<string, number>> = { "1K": 1024, "2K": 2048 };

/** Pixels of a ratio like `16:9` (checked by the catalog before): multiples of 8, the long side by resolution. */
function pictureSize(aspectRatio: string, resolution = "1K"): { width: number; height: number } {
  const [across, down] = aspectRatio.split(":").map(Number);
  const long = LONG_SIDES[resolution];
  const short = Math.round((long * Math.min(across, down)) / Math.max(across, down) / 8) * 8;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}

export interface ImageWish {
  /** Chance comes from it when the prompt has no `[seed=N]`. */
  jobId: string;
  prompt: string;
  aspectRatio: string;
  resolution?: string | undefined;
  numImages: number;
  /** Clean pictures as PNG, in the order of their regions. */
  references: readonly Buffer[];
}

/**
 * Paints the images of one job as PNG. With a seed in the prompt the same wish gives the same bytes;
 * each index is another composition.
 */
export async function renderImages(wish: ImageWish): Promise<Buffer[]> {
  const plan = readPrompt(wish.prompt);
  const lean =
    plan.paletteIsNamed || wish.references.length === 0 ? undefined : await averageColour(wish.references[0]);
  const images: Buffer[] = [];
  for (let index = 0; index < wish.numImages; index += 1) {
    // The palette hangs on the prompt and the index alone: a seed changes the composition, not the mood.
    const palette = makePalette(
      { name: plan.palettes[index % plan.palettes.length], tints: plan.tints, lean },
      new Chance(hashText(`palette/${plan.hash}/${index}`)),
    );
    images.push(await renderImage(plan, wish, { palette, index }));
  }
  return images;
}

interface Turn {
  palette: Palette;
  index: number;
}

async function renderImage(plan: Plan, wish: ImageWish, { palette, index }: Turn): Promise<Buffer> {
  const { width, height } = pictureSize(wish.aspectRatio, wish.resolution);
  const seed = plan.seed === null ? hashText(wish.jobId) : plan.seed;
  const chance = new Chance(hashText(`${seed}/${plan.hash}/${index}`));
  const unit = 1000 / Math.max(width, height);
  const scene = composeScene(
    plan,
    { width: width * unit, height: height * unit, panels: panelPlace(width, height, wish.references.length) },
    palette,
    chance.fork("scene"),
  );
  let picture: Raster = await STYLES_BY_NAME[plan.style]({
    scene,
    palette,
    chance: chance.fork("style"),
    width,
    height,
  });
  if (plan.composition.includes("framed")) picture = await addFrame(picture, palette);
  if (wish.references.length > 0)
    picture = await placeReferences(picture, wish.references, { palette, style: plan.style });
  return open(picture).png({ compressionLevel: 6 }).toBuffer();
}

// Operations are not repeated with the same input, so libvips' cache would only hold memory.
sharp.cache(false);

/** A passe-partout around the picture, 5 % of the short side wide. */
function addFrame(picture: Raster, palette: Palette): Promise<Raster> {
  const { width, height } = picture;
  const mat = Math.round(Math.min(width, height) * 0.05);
  const thin = Math.max(1, Math.round(mat / 12));
  const inner = `M${mat} ${mat}V${height - mat}H${width - mat}V${mat}Z`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<path d="M0 0H${width}V${height}H0Z${inner}" fill="${css(mix(palette.light, [0.97, 0, 0.01], 0.4))}"/>` +
    `<path d="${inner}" fill="none" stroke="${css(palette.ink)}" stroke-opacity="0.55" stroke-width="${thin}"/></svg>`;
  return overlay(picture, svg);
}

/** The dominant colour of a clean picture. */
async function averageColour(picture: Buffer): Promise<Colour> {
  const small = await sharp(picture)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .resize(64, 64, { fit: "inside" })
    .png()
    .toBuffer();
  const { dominant } = await sharp(small).stats();
  return fromRgb(dominant.r, dominant.g, dominant.b);
}
