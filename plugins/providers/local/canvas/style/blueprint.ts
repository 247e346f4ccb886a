import { type Colour, css, hex, lighten, mix, tint } from "../colour.js";
import type { Scene, Shape } from "../scene/shape.js";
import { addGrain, addStains, rasterize } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene, flat } from "./svg-page.js";

/** Light lines on dark drawing paper with a grid, a margin and measuring marks. */
export const blueprint: Style = async ({ scene, palette, chance, width, height }) => {
  const page = new SvgPage();
  const paper = lighten(tint(hex("#123e86"), palette.skyTop, 0.4), chance.fork("paper").between(-0.05, 0.09));
  const chalk = mix(hex("#e9f3ff"), palette.light, 0.3);
  page.add(`<rect width="${scene.width}" height="${scene.height}" fill="${css(paper)}"/>`);
  drawScene(page, scene, (_, shape, { scale }) => chalked(shape, scale, paper, chalk));
  page.add(grid(scene, chalk) + margin(scene, chalk));
  const picture = await rasterize(page.toString(scene, width, height));
  return addGrain(await addStains(picture, chance.fork("fold"), 0.22, 7), chance, 0.14);
};

function chalked(
  { kind, path, paint, alpha, width }: Shape,
  scale: number,
  paper: Colour,
  chalk: Colour,
): string {
  if (kind === "light") return "";
  const stroke = (thick: number, strength: number): string =>
    `stroke="${css(chalk)}" stroke-width="${(thick / scale).toFixed(2)}" stroke-opacity="${strength}" stroke-linejoin="round" stroke-linecap="round"`;
  if (kind === "line")
    return `<path d="${path}" fill="none" ${stroke(Math.min(2.4, Math.max(0.8, width * scale * 0.4)), 0.7)} opacity="${alpha}"/>`;
  const colour = flat(paint);
  const fill = css(mix(paper, mix(lighten(paper, (colour[0] - 0.5) * 0.5), colour, 0.16), 0.6));
  return kind === "area"
    ? `<path d="${path}" fill="${fill}" ${stroke(1.7, 0.92)}/>`
    : `<path d="${path}" fill="${fill}" fill-opacity="0.55" ${stroke(0.8, 0.6)}/>`;
}

function grid({ width, height }: Scene, chalk: Colour): string {
  const lines = (step: number): string => {
    let path = "";
    for (let x = step; x < width; x += step) path += `M${x} 0V${height}`;
    for (let y = step; y < height; y += step) path += `M0 ${y}H${width}`;
    return path;
  };
  const stroke = `fill="none" stroke="${css(chalk)}"`;
  return `<path d="${lines(20)}" ${stroke} stroke-width="0.5" opacity="0.2"/><path d="${lines(100)}" ${stroke} stroke-width="1" opacity="0.3"/>`;
}

/** A double margin and ticks along it, as on a drawing sheet. */
function margin({ width, height }: Scene, chalk: Colour): string {
  const inset = Math.min(width, height) * 0.03;
  let ticks = "";
  for (let x = 50; x < width - inset; x += 50)
    ticks += `M${x} ${inset}v${x % 100 === 0 ? 10 : 5}M${x} ${height - inset}v${x % 100 === 0 ? -10 : -5}`;
  for (let y = 50; y < height - inset; y += 50)
    ticks += `M${inset} ${y}h${y % 100 === 0 ? 10 : 5}M${width - inset} ${y}h${y % 100 === 0 ? -10 : -5}`;
  return `<path d="M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z${ticks}" fill="none" stroke="${css(chalk)}" stroke-width="1.6" opacity="0.85"/>`;
}
