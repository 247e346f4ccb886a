import { type Colour, hex, lighten, mix } from "../colour.js";
import type { Palette } from "../palette.js";
import type { FocusPlan, Plan } from "../read-prompt.js";
import type { Chance } from "../seed.js";
import { COLOURS, type CompositionName, FOCUS, type FocusName } from "../words.js";
import { FOCUS_DRAWERS } from "./focus/index.js";
import { ellipse } from "./path.js";
import { type Layer, type Placing, type Shape, area, blend, line } from "./shape.js";
import { type Stage, stageFor } from "./stage.js";

/** More are not drawn, whatever the numbers say. */
const MAX_THINGS = 6;

/** Things side by side, the first word first. */
export function placeFocus(plan: Plan, stage: Stage): Layer[] {
  const { chance } = stageFor(stage, "focus");
  const things = plan.focus
    .flatMap((focus) => Array.from({ length: focus.count }, () => focus))
    .slice(0, MAX_THINGS);
  return things.map((focus, i) => {
    const own = stageFor(stage, `thing${i}`);
    const scale = sizeOf(plan, stage, focus, things.length) * own.chance.between(0.94, 1.06);
    const placing: Placing = {
      x: columnOf(plan, stage, chance, [i, things.length]),
      y: footOf(plan, own, focus, [scale, things.length]),
      scale,
      isFlipped: own.chance.is(0.5),
    };
    const isTinted = focus.colour !== null;
    const wish = {
      word: focus.word,
      colour: colourOf(focus, stage.palette),
      isAfloat: isAfloat(plan, focus),
    };
    const shapes = FOCUS_DRAWERS[focus.name].draw(own, wish, isTinted);
    return {
      depth: depthOf(plan, focus) + i * 0.002,
      placing,
      shapes: [...footing(plan, focus, own), ...shapes],
    };
  });
}

const colourOf = ({ colour }: FocusPlan, palette: Palette): Colour =>
  colour === null ? palette.accent : mix(hex(COLOURS[colour].hex), palette.skyLow, 0.06);

const isOnWater = ({ ground }: Plan): boolean => ground === "sea" || ground === "lake";

/** A fish in a sea or a lake is seen in the water, not above it. */
const isSwimming = (plan: Plan, name: FocusName): boolean => name === "fish" && isOnWater(plan);

const isAfloat = (plan: Plan, { name }: FocusPlan): boolean =>
  FOCUS[name].stands === "water" && plan.whole === null;

/** What stands on the ground gets an island where there is only water. */
function footing(plan: Plan, { name }: FocusPlan, { palette }: Stage): Shape[] {
  if (FOCUS[name].stands !== "ground" || !isOnWater(plan) || name === "lighthouse") return [];
  const soil = mix(palette.ground, palette.near, 0.3);
  return [
    area(ellipse(0, 6, 92, 13), blend(lighten(soil, 0.06), mix(soil, palette.near, 0.5))),
    line("M-96 9C-60 22 60 22 96 9", palette.light, 1.2, 0.6),
  ];
}

function depthOf(plan: Plan, { name }: FocusPlan): number {
  const { stands } = FOCUS[name];
  if (isSwimming(plan, name)) return 0.66;
  if (stands === "air" && plan.whole === null) return 0.4;
  return stands === "water" || (stands === "ground" && isOnWater(plan)) ? 0.66 : 0.82;
}

/** Scene units for each of the drawer's hundred. */
function sizeOf(plan: Plan, { rise, height, panels }: Stage, focus: FocusPlan, crowd: number): number {
  const { size } = FOCUS_DRAWERS[focus.name];
  const wish = plan.composition.includes("close") ? 1.45 : plan.composition.includes("wide") ? 0.48 : 1;
  const wanted = shareOf(plan, focus) * wish * (crowd > 1 ? 1.5 / (crowd * 0.42 + 1) : 1);
  const room = height * (panels === "top" ? 0.36 : 0.9);
  return Math.min(room / (size * 110), (rise * wanted * size) / 100);
}

/** How much of the picture's height a thing of size 1 takes. */
function shareOf({ whole }: Plan, { name }: FocusPlan): number {
  const { stands } = FOCUS[name];
  if (stands === "close") return 0.86;
  if (whole === "backdrop" || whole === "abstract") return 0.58;
  if (whole === "room") return 0.56;
  return stands === "air" ? 0.38 : 0.47;
}

function columnOf(
  plan: Plan,
  { width, lightX, panels }: Stage,
  chance: Chance,
  [i, crowd]: readonly [number, number],
): number {
  const has = (name: CompositionName): boolean => plan.composition.includes(name);
  if (panels === "left") return width * (crowd === 1 ? 0.77 : 0.6 + (0.34 * (i + 0.5)) / crowd);
  const isAlone = plan.whole === "backdrop" || plan.focus.some(({ name }) => FOCUS[name].stands === "close");
  const isCentred = has("centre") || isAlone;
  const besideLight = lightX > width / 2 ? 0.38 : 0.62;
  const middle = has("left") ? 0.28 : has("right") ? 0.72 : isCentred ? 0.5 : besideLight;
  if (crowd === 1) return width * (middle + (isCentred ? 0 : chance.between(-0.06, 0.06)));
  const span = Math.min(0.8, 0.24 * crowd);
  const start = Math.min(0.94 - span, Math.max(0.06, middle - span / 2));
  return width * (start + (span * (i + 0.5)) / crowd + chance.between(-0.015, 0.015));
}

/** Where the foot of a thing is. */
function footOf(
  plan: Plan,
  stage: Stage,
  { name }: FocusPlan,
  [scale, crowd]: readonly [number, number],
): number {
  const { height, horizon, unit, panels, chance } = stage;
  const { stands } = FOCUS[name];
  const tall = scale * 100;
  const scatter = crowd > 1 ? chance.between(-0.05, 0.05) : 0;
  if (stands === "close") return height + 2;
  if (panels === "top") return height * (0.96 + scatter * 0.4);
  if (plan.whole === "room") return horizon + (height - horizon) * (0.5 + scatter);
  if (plan.whole === "backdrop" || plan.whole === "abstract") {
    if (stands === "air") return height * 0.46 + tall / 2 + unit * scatter * 2;
    return Math.min(height * 0.9, height * 0.52 + tall * 0.52) + unit * scatter * 0.4;
  }
  if (plan.whole !== null) return height * (0.5 + scatter * 3) + tall / 2;
  if (isSwimming(plan, name)) return horizon + (height - horizon) * (0.5 + scatter) + tall / 2;
  if (stands === "air") return Math.max(tall * 1.14, horizon * chance.between(0.55, 0.8));
  const isNearWater = stands === "water" || isOnWater(plan);
  const depth = isNearWater ? chance.between(0.2, 0.36) : chance.between(0.5, 0.7);
  return horizon + (height - horizon) * (depth + scatter);
}
