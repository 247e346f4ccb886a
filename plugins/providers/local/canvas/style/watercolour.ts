import { type Colour, css, lighten, mix, saturate } from "../colour.js";
import type { Scene, Shape } from "../scene/shape.js";
import { type Raster, addGrain, addStains, open, rasterize, toRaster } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene, plainShape, flat } from "./svg-page.js";
import { isBlend } from "../scene/shape.js";

const PAPER: Colour = [0.975, 0, 0.008];
/** The filters are slow and the style is soft: larger pictures are painted at this size and enlarged. */
const LARGEST = 1024;

/** Washes with wobbling edges and darker rims on white paper with a torn border. */
export const watercolour: Style = async ({ scene, chance, width, height }) => {
  const page = new SvgPage();
  const wobble = page.define(
    (id) =>
      `<filter id="${id}" filterUnits="userSpaceOnUse" x="0" y="0" width="${scene.width}" height="${scene.height}">` +
      `<feTurbulence type="fractalNoise" baseFrequency="0.021" numOctaves="3" seed="${chance.whole(1, 9999)}"/>` +
      `<feDisplacementMap in="SourceGraphic" scale="17" xChannelSelector="R" yChannelSelector="G"/></filter>`,
  );
  page.add(
    `<rect width="${scene.width}" height="${scene.height}" fill="${css(PAPER)}"/><g filter="${wobble}">`,
  );
  drawScene(page, scene, (page, shape) => plainShape(page, wash(shape)));
  page.add(`${border(scene)}</g>`);
  const shrink = Math.min(1, LARGEST / Math.max(width, height));
  let picture = await rasterize(
    page.toString(scene, Math.round(width * shrink), Math.round(height * shrink)),
  );
  picture = await addStains(picture, chance.fork("pigment"), 0.24, 9);
  picture = await addStains(picture, chance.fork("drops"), 0.14, 40);
  picture = await rims(picture, width, height);
  return addGrain(picture, chance.fork("paper"), 0.13);
};

/** Thinner, paler paint that lets the paper and what is below shine through. */
function wash(shape: Shape): Shape {
  const thin = (colour: Colour): Colour => saturate(lighten(mix(colour, PAPER, 0.16), 0.02), 1.12);
  const alpha = shape.alpha * (shape.kind === "area" ? 0.9 : 0.78);
  const { paint } = shape;
  if (!isBlend(paint)) return { ...shape, alpha, paint: thin(flat(paint)) };
  return { ...shape, alpha, paint: { ...paint, from: thin(paint.from), to: thin(paint.to) } };
}

/** A frame of bare paper; the wobble of the whole page tears it. */
function border({ width, height }: Scene): string {
  const inset = Math.min(width, height) * 0.035;
  const outer = `M-30 -30H${width + 30}V${height + 30}H-30Z`;
  const inner = `M${inset} ${inset}V${height - inset}H${width - inset}V${inset}Z`;
  return `<path d="${outer}${inner}" fill="${css(PAPER)}"/>`;
}

/** Pigment gathers at edges: a wide unsharp mask darkens them, and the size becomes the wanted one. */
const rims = (picture: Raster, width: number, height: number): Promise<Raster> =>
  toRaster(
    open(picture)
      .resize(width, height, { fit: "fill" })
      .sharpen({ sigma: 5, m1: 0.5, m2: 1.6, x1: 2, y2: 6, y3: 26 }),
  );
