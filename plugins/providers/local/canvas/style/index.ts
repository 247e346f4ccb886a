import type { StyleName } from "../words.js";
import { blueprint } from "./blueprint.js";
import { comic } from "./comic.js";
import { glow } from "./glow.js";
import { ink } from "./ink.js";
import { lowpoly } from "./lowpoly.js";
import { painting } from "./painting.js";
import { papercut } from "./papercut.js";
import { pixel } from "./pixel.js";
import { poster } from "./poster.js";
import type { Style } from "./style.js";
import { watercolour } from "./watercolour.js";

export const STYLES_BY_NAME: Readonly<Record<StyleName, Style>> = {
  poster,
  watercolour,
  painting,
  papercut,
  lowpoly,
  comic,
  ink,
  blueprint,
  pixel,
  glow,
};
