import type { Colour } from "../colour.js";
import type { Palette } from "../palette.js";
import type { PanelPlace } from "../reference-region.js";
import type { Chance } from "../seed.js";

/** What every drawer gets: the room it has, the colours, its own chance. Lengths in scene units. */
export interface Stage {
  /** The long side is 1000. */
  width: number;
  height: number;
  /** The short side: what sizes are measured by. */
  unit: number;
  /** What heights are measured by: the height, but no more than 1.35 widths. */
  rise: number;
  /** Where sky and ground meet. */
  horizon: number;
  /** Where the sun or the moon hangs, and where its light falls. */
  lightX: number;
  /** 0.5 for minimal, 1, 1.7 for dense. */
  density: number;
  /** Where panels with references will hang; things keep clear of them. */
  panels: PanelPlace;
  palette: Palette;
  chance: Chance;
}

/** What a drawer of a thing gets beside the stage. */
export interface FocusWish {
  /** The word that named the thing. */
  word: string;
  /** Its main colour. */
  colour: Colour;
  /** On the water, not in it or elsewhere. */
  isAfloat: boolean;
}

/** The same stage with a source of chance of its own for one part. */
export const stageFor = (stage: Stage, part: string): Stage => ({
  ...stage,
  chance: stage.chance.fork(part),
});
