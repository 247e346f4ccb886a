import { addGrain, rasterize } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

/** Flat surfaces with soft blends, and a little grain. */
export const poster: Style = async ({ scene, chance, width, height }) => {
  const page = new SvgPage();
  drawScene(page, scene);
  return addGrain(await rasterize(page.toString(scene, width, height)), chance, 0.1);
};
