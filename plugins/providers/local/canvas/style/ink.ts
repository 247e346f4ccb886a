import { type Colour, css, mix } from "../colour.js";
import { polyline } from "../scene/path.js";
import type { Scene, Shape } from "../scene/shape.js";
import type { Chance } from "../seed.js";
import { type Raster, addGrain, addStains, open, rasterize, toRaster } from "./raster.js";
import type { Sheet, Style } from "./style.js";
import { type LayerView, SvgPage, drawScene, flat, plainShape } from "./svg-page.js";

interface Pen {
  paper: Colour;
  ink: Colour;
  /** Degrees. */
  slant: number;
}

/** From which darkness on (0-1) a set of lines is laid, its distance in scene units and its turn in degrees. */
const HATCHES = [
  { from: 0.34, gap: 9, turn: 0 },
  { from: 0.5, gap: 7, turn: 38 },
  { from: 0.66, gap: 5.4, turn: -34 },
  { from: 0.8, gap: 4.2, turn: 80 },
] as const;

/** Pen lines on tinted paper; darkness becomes hatching, crossed where it is very dark. */
export const ink: Style = async (sheet) => {
  const { scene, chance, width, height } = sheet;
  const pen = penFor(sheet);
  const page = new SvgPage();
  page.add(`<rect width="${scene.width}" height="${scene.height}" fill="${css(pen.paper)}"/>`);
  drawScene(page, scene, (_, shape, view) => drawn(shape, view, pen));
  const tones = new SvgPage();
  drawScene(tones, scene, (page, shape, view) => tone(page, shape, view));
  const [lines, tone8] = await Promise.all([
    rasterize(page.toString(scene, width, height)),
    rasterize(tones.toString(scene, width, height)),
  ]);
  const picture = await hatch(lines, tone8, sheet, pen);
  return addGrain(await addStains(picture, chance.fork("paper"), 0.12, 9), chance, 0.14);
};

function penFor({ palette, chance }: Sheet): Pen {
  const [lightness, a, b] = mix(mix(palette.light, palette.skyLow, 0.35), [0.95, 0, 0.02], 0.35);
  return {
    paper: [Math.max(0.86, lightness), a, b],
    ink: mix(palette.ink, [0.2, 0, 0], 0.3),
    slant: chance.fork("hand").whole(20, 70),
  };
}

function drawn({ kind, path, paint, alpha, width }: Shape, { scale }: LayerView, pen: Pen): string {
  if (kind === "light") return "";
  const colour = flat(paint);
  const round = `stroke-linecap="round" stroke-linejoin="round"`;
  if (kind === "line") {
    const thick = Math.max(0.8 / scale, Math.min(width, 5 / scale) * 0.55).toFixed(2);
    const own = width * scale > 8 ? mix(colour, pen.ink, 0.45) : pen.ink;
    return `<path d="${path}" fill="none" stroke="${css(own)}" stroke-width="${thick}" ${round} opacity="${Math.min(1, alpha + 0.25).toFixed(2)}"/>`;
  }
  const wash = css(mix(pen.paper, colour, kind === "area" ? 0.3 : 0.42));
  if (kind === "detail") return `<path d="${path}" fill="${wash}" opacity="${alpha.toFixed(2)}"/>`;
  return `<path d="${path}" fill="${wash}" stroke="${css(pen.ink)}" stroke-width="${(1.7 / scale).toFixed(2)}" ${round}/>`;
}

/** Only brightness, for the hatching; the sky a step lighter, so that what stands before it reads. */
function tone(page: SvgPage, shape: Shape, { depth }: LayerView): string {
  if (shape.kind === "light" || shape.kind === "line") return "";
  const lightness = Math.min(1, flat(shape.paint)[0] + (depth === 0 ? 0.2 : 0));
  return plainShape(page, { ...shape, paint: [lightness, 0, 0] });
}

/** Lays each set of lines where the tone is dark enough: the lines stay under an inverted mask of it. */
async function hatch(below: Raster, tones: Raster, { scene, chance }: Sheet, pen: Pen): Promise<Raster> {
  const { width, height } = below;
  const raw = { width, height, channels: 3 } as const;
  let picture = below;
  for (const [i, { from, gap, turn }] of HATCHES.entries()) {
    const page = new SvgPage();
    page.add(`<rect width="${scene.width}" height="${scene.height}" fill="#fff"/>`);
    page.add(strokes(scene, chance.fork(`hatch${i}`), { gap, angle: pen.slant + turn, colour: pen.ink }));
    // OKLab lightness of a grey to its sRGB byte, roughly: darkness from here on is below this value.
    const limit = Math.max(1, Math.round(255 * (1 - from) ** 1.12));
    const light = await open(tones)
      .threshold(limit)
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const mask = {
      input: light.data,
      raw: { width, height, channels: light.info.channels },
      blend: "lighten" as const,
    };
    const kept = await toRaster(open(await rasterize(page.toString(scene, width, height))).composite([mask]));
    picture = await toRaster(open(picture).composite([{ input: kept.data, raw, blend: "multiply" }]));
  }
  return picture;
}

/** Nearly straight parallel lines all over the page. */
function strokes(
  { width, height }: Scene,
  chance: Chance,
  { gap, angle, colour }: { gap: number; angle: number; colour: Colour },
): string {
  const reach = Math.hypot(width, height) / 2;
  let path = "";
  for (let across = -reach; across < reach; across += gap) {
    const wobble = (): number => across + chance.between(-0.16, 0.16) * gap;
    path += polyline([-1, -0.5, 0, 0.5, 1].map((along) => [along * reach, wobble()] as const));
  }
  return `<path d="${path}" transform="translate(${width / 2} ${height / 2}) rotate(${angle})" fill="none" stroke="${css(colour)}" stroke-width="1.05" stroke-opacity="0.8"/>`;
}
