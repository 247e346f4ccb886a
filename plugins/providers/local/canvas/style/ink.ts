import { type Colour, css, lighten, mix } from "../colour.js";
import type { Shape } from "../scene/shape.js";
import { addGrain, addStains, rasterize } from "./raster.js";
import type { Sheet, Style } from "./style.js";
import { type SvgPage, SvgPage as Page, drawScene, flat } from "./svg-page.js";

/** Pen lines on tinted paper; darkness becomes hatching. */
export const ink: Style = async (sheet) => {
  const { scene, chance, width, height } = sheet;
  const pen = penFor(sheet);
  const page = new Page();
  page.add(`<rect width="${scene.width}" height="${scene.height}" fill="${css(pen.paper)}"/>`);
  drawScene(page, scene, (page, shape, scale) => drawn(page, shape, scale, pen));
  const picture = await rasterize(page.toString(scene, width, height));
  return addGrain(await addStains(picture, chance.fork("paper"), 0.12, 9), chance, 0.14);
};

interface Pen {
  paper: Colour;
  ink: Colour;
  /** Degrees. */
  slant: number;
}

function penFor({ palette, chance }: Sheet): Pen {
  const paper = lighten(mix(mix(palette.light, palette.skyLow, 0.35), [0.95, 0, 0.02], 0.35), 0);
  return {
    paper: [Math.max(0.86, paper[0]), paper[1], paper[2]],
    ink: mix(palette.ink, [0.2, 0, 0], 0.3),
    slant: chance.fork("hand").whole(20, 70),
  };
}

function drawn(page: SvgPage, shape: Shape, scale: number, pen: Pen): string {
  const { kind, path, alpha } = shape;
  if (kind === "light") return "";
  const colour = flat(shape.paint);
  if (kind === "line") {
    const width = Math.max(0.8 / scale, Math.min(shape.width, 5 / scale) * 0.55);
    const own = shape.width * scale > 8 ? mix(colour, pen.ink, 0.45) : pen.ink;
    return `<path d="${path}" fill="none" stroke="${css(own)}" stroke-width="${width.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round" opacity="${Math.min(1, alpha + 0.25).toFixed(2)}"/>`;
  }
  const wash = css(mix(pen.paper, colour, kind === "area" ? 0.3 : 0.42));
  const outline =
    kind === "area"
      ? ` stroke="${css(pen.ink)}" stroke-width="${(1.7 / scale).toFixed(2)}" stroke-linejoin="round"`
      : "";
  const fill = `<path d="${path}" fill="${wash}"${outline} opacity="${kind === "area" ? 1 : alpha.toFixed(2)}"/>`;
  const darkness = 1 - colour[0];
  if (darkness < 0.36) return fill;
  return `${fill}<path d="${path}" fill="${hatch(page, pen, darkness, scale)}" opacity="${kind === "area" ? 0.8 : 0.6}"/>`;
}

/** The darker, the closer the lines, and crossed when very dark. */
function hatch(page: SvgPage, { ink: colour, slant }: Pen, darkness: number, scale: number): string {
  const level = Math.min(3, Math.floor((darkness - 0.36) / 0.13));
  const gap = ([11, 8, 6, 4.6][level] / scale).toFixed(2);
  const stroke = `stroke="${css(colour)}" stroke-width="${(1.05 / scale).toFixed(3)}"`;
  const crossed = level >= 2 ? `<path d="M0 0V${gap}" ${stroke}/>` : "";
  return page.define(
    (id) =>
      `<pattern id="${id}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${slant + level * 7})"><path d="M0 0H${gap}" ${stroke}/>${crossed}</pattern>`,
  );
}
