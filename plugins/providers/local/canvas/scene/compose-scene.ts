import type { Palette } from "../palette.js";
import type { PanelPlace } from "../reference-region.js";
import type { Plan } from "../read-prompt.js";
import type { Chance } from "../seed.js";
import type { CompositionName } from "../words.js";
import { placeFocus } from "./place-focus.js";
import { SETTING_DRAWERS } from "./setting/index.js";
import type { Scene } from "./shape.js";
import { drawSky, drawWeather } from "./sky.js";
import { type Stage, stageFor } from "./stage.js";

/** In scene units: the long side is 1000. */
export interface SceneFrame {
  width: number;
  height: number;
  panels: PanelPlace;
}

/** Puts a plan into layers, back to front, in units whose long side is 1000. */
export function composeScene(
  plan: Plan,
  { width, height, panels }: SceneFrame,
  palette: Palette,
  chance: Chance,
): Scene {
  const stage = setStage(plan, { width, height, panels }, palette, chance);
  const layers =
    plan.whole === null
      ? [
          ...drawSky(stage, plan.sky),
          ...(plan.far === null ? [] : SETTING_DRAWERS[plan.far](stageFor(stage, "far"))),
          ...(plan.ground === null ? [] : SETTING_DRAWERS[plan.ground](stageFor(stage, "ground"))),
        ]
      : SETTING_DRAWERS[plan.whole](stageFor(stage, "whole"));
  const all = [...layers, ...placeFocus(plan, stage), ...drawWeather(stage, plan.sky)];
  return { width, height, layers: all.toSorted((first, second) => first.depth - second.depth) };
}

function setStage(
  plan: Plan,
  { width, height, panels }: SceneFrame,
  palette: Palette,
  chance: Chance,
): Stage {
  const has = (name: CompositionName): boolean => plan.composition.includes(name);
  const layout = chance.fork("layout");
  const level = layout.between(0.54, 0.68) + (has("low") ? 0.14 : 0) - (has("high") ? 0.2 : 0);
  return {
    width,
    height,
    unit: Math.min(width, height),
    rise: Math.min(height, width * 1.35),
    horizon: height * Math.min(0.82, level),
    lightX: width * (has("centre") ? 0.5 : layout.between(0.18, 0.82)),
    density: has("minimal") ? 0.5 : has("dense") ? 1.7 : 1,
    panels,
    palette,
    chance,
  };
}
