import type { Palette } from "../palette.js";
import type { Scene } from "../scene/shape.js";
import type { Chance } from "../seed.js";
import type { Raster } from "./raster.js";

/** What a style is given. */
export interface Sheet {
  scene: Scene;
  palette: Palette;
  chance: Chance;
  /** Pixels. */
  width: number;
  height: number;
}

/** Makes a picture of exactly `width` by `height` from a scene. */
export type Style = (sheet: Sheet) => Promise<Raster>;
