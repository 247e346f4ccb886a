import sharp from "sharp";
import { addFrame } from "./add-frame.js";
import { averageColour } from "./average-colour.js";
import { type Palette, makePalette } from "./palette.js";
import { pictureSize } from "./picture-size.js";
import { placeReferences } from "./place-references.js";
import { panelPlace } from "./reference-region.js";
import { type Plan, readPrompt } from "./read-prompt.js";
import { composeScene } from "./scene/compose-scene.js";
import { Chance, hashText } from "./seed.js";
import { STYLES_BY_NAME } from "./style/index.js";
import { type Raster, open } from "./style/raster.js";

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
