import { hex, mix } from "../colour.js";
import type { Palette } from "../palette.js";
import type { FocusPlan, Plan } from "../read-prompt.js";
import type { Chance } from "../seed.js";
import { COLOURS, type CompositionName, FOCUS } from "../words.js";
import { FOCUS_DRAWERS } from "./focus/index.js";
import { SETTING_DRAWERS } from "./setting/index.js";
import type { Layer, Scene } from "./shape.js";
import { drawSky, drawWeather } from "./sky.js";
import { type Stage, stageFor } from "./stage.js";

export interface SceneSize {
  width: number;
  height: number;
}

/** Puts a plan into layers, back to front, in units whose long side is 1000. */
export function composeScene(
  plan: Plan,
  { width, height }: SceneSize,
  palette: Palette,
  chance: Chance,
): Scene {
  const stage = setStage(plan, { width, height }, palette, chance);
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

function setStage(plan: Plan, { width, height }: SceneSize, palette: Palette, chance: Chance): Stage {
  const has = (name: CompositionName): boolean => plan.composition.includes(name);
  const layout = chance.fork("layout");
  const level = layout.between(0.54, 0.68) + (has("low") ? 0.14 : 0) - (has("high") ? 0.2 : 0);
  return {
    width,
    height,
    unit: Math.min(width, height),
    horizon: height * Math.min(0.82, level),
    lightX: width * (has("centre") ? 0.5 : layout.between(0.18, 0.82)),
    density: has("minimal") ? 0.5 : has("dense") ? 1.7 : 1,
    palette,
    chance,
  };
}

/** Things side by side: the first word nearest the middle of attention. */
function placeFocus(plan: Plan, stage: Stage): Layer[] {
  const { chance } = stageFor(stage, "focus");
  const things = plan.focus.flatMap((focus) => Array.from({ length: focus.count }, () => focus)).slice(0, 6);
  const crowd = things.length;
  return things.map((focus, i) => {
    const own = stageFor(stage, `thing${i}`);
    const scale = sizeOf(plan, stage, focus, crowd) * own.chance.between(0.94, 1.06);
    return {
      depth: depthOf(plan, focus) + i * 0.002,
      placing: {
        x: columnOf(plan, stage, chance, i, crowd),
        y: footOf(plan, own, focus, scale, crowd),
        scale,
        isFlipped: own.chance.is(0.5),
      },
      shapes: FOCUS_DRAWERS[focus.name].draw(
        own,
        {
          word: focus.word,
          colour: focus.colour === null ? stage.palette.accent : tinted(focus, stage.palette),
        },
        focus.colour !== null,
      ),
    };
  });
}

const tinted = ({ colour }: FocusPlan, palette: Palette): readonly [number, number, number] =>
  colour === null ? palette.accent : mix(hex(COLOURS[colour].hex), palette.skyLow, 0.06);

const depthOf = (plan: Plan, { name }: FocusPlan): number =>
  FOCUS[name].stands === "air" && plan.whole === null ? 0.4 : FOCUS[name].stands === "water" ? 0.66 : 0.82;

/** Scene units for each of the drawer's hundred. */
function sizeOf(plan: Plan, { unit, height }: Stage, { name }: FocusPlan, crowd: number): number {
  const { stands } = FOCUS[name];
  const isAlone = plan.whole === "backdrop" || plan.whole === "abstract";
  const share =
    stands === "close"
      ? 0.86
      : isAlone
        ? 0.58
        : plan.whole === "room"
          ? 0.56
          : stands === "air"
            ? 0.38
            : 0.47;
  const wish = plan.composition.includes("close") ? 1.45 : plan.composition.includes("wide") ? 0.48 : 1;
  const wanted = share * wish * (crowd > 1 ? 1.5 / (crowd * 0.42 + 1) : 1);
  const limit = (height * 0.9) / (FOCUS_DRAWERS[name].size * 110);
  return Math.min(limit, (unit * wanted * FOCUS_DRAWERS[name].size) / 100);
}

function columnOf(plan: Plan, { width, lightX }: Stage, chance: Chance, i: number, crowd: number): number {
  const has = (name: CompositionName): boolean => plan.composition.includes(name);
  const isAlone = plan.whole === "backdrop" || plan.focus.some(({ name }) => FOCUS[name].stands === "close");
  const middle = has("left")
    ? 0.28
    : has("right")
      ? 0.72
      : has("centre") || isAlone
        ? 0.5
        : lightX > width / 2
          ? 0.38
          : 0.62;
  if (crowd === 1) return width * (middle + (has("centre") || isAlone ? 0 : chance.between(-0.06, 0.06)));
  const span = Math.min(0.8, 0.24 * crowd);
  const start = Math.min(0.94 - span, Math.max(0.06, middle - span / 2));
  return width * (start + (span * (i + 0.5)) / crowd + chance.between(-0.015, 0.015));
}

/** Where the foot of a thing is. */
function footOf(plan: Plan, stage: Stage, { name }: FocusPlan, scale: number, crowd: number): number {
  const { height, horizon, unit, chance } = stage;
  const tall = scale * 100;
  const scatter = crowd > 1 ? chance.between(-0.05, 0.05) : 0;
  if (FOCUS[name].stands === "close") return height + 2;
  if (plan.whole === "room") return horizon + (height - horizon) * (0.5 + scatter);
  if (plan.whole === "backdrop" || plan.whole === "abstract") {
    return FOCUS[name].stands === "air"
      ? height * 0.46 + tall / 2
      : Math.min(height * 0.9, height * 0.52 + tall * 0.52) + unit * scatter * 0.4;
  }
  if (plan.whole !== null) return height * (0.5 + scatter * 3) + tall / 2;
  if (FOCUS[name].stands === "air") return Math.max(tall * 1.05, horizon * chance.between(0.55, 0.8));
  const depth = FOCUS[name].stands === "water" ? chance.between(0.18, 0.34) : chance.between(0.5, 0.7);
  return horizon + (height - horizon) * (depth + scatter);
}
