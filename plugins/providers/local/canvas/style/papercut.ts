import { lighten, mix } from "../colour.js";
import { type Layer, type Shape, area, blend } from "../scene/shape.js";
import { addGrain, addStains, rasterize } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, flat, plainShape, transformOf } from "./svg-page.js";

/** Sheets of coloured paper, each with the shadow that it throws on those below. */
export const papercut: Style = async ({ scene, chance, width, height }) => {
  const page = new SvgPage();
  for (const layer of scene.layers) {
    const scale = layer.placing?.scale ?? 1;
    const body = layer.shapes.map((shape) => shadow(layer, shape, scale) + plainShape(page, asPaper(shape)));
    page.add(`<g${transformOf(layer)}>${body.join("")}</g>`);
  }
  const picture = await rasterize(page.toString(scene, width, height));
  return addGrain(await addStains(picture, chance.fork("stains"), 0.1, 24), chance, 0.16);
};

/** Three offset copies stand for a blurred shadow, at a fraction of its cost. */
function shadow({ placing, depth }: Layer, { kind, path, alpha }: Shape, scale: number): string {
  if (kind !== "area" || depth === 0) return "";
  const side = placing?.isFlipped === true ? -1 : 1;
  const drop = (2.2 + depth * 3) / scale;
  return [0.5, 1, 1.7]
    .map(
      (step) =>
        `<path d="${path}" transform="translate(${(side * drop * step * 0.55).toFixed(2)} ${(drop * step).toFixed(2)})" opacity="${(alpha * 0.13).toFixed(3)}"/>`,
    )
    .join("");
}

/** One colour a sheet, a shade lighter at its upper edge; what shines becomes a faint sheet too. */
function asPaper(shape: Shape): Shape {
  if (shape.kind === "light") return { ...shape, alpha: shape.alpha * 0.55 };
  if (shape.kind === "line") return shape;
  const colour = mix(flat(shape.paint), [0.97, 0, 0.01], 0.06);
  return {
    ...shape,
    ...(shape.kind === "area"
      ? { paint: area("", blend(lighten(colour, 0.025), lighten(colour, -0.015))).paint }
      : { paint: colour }),
  };
}
