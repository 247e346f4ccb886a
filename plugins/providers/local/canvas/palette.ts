import { type Colour, hex, lighten, mix, saturate, tint, turnHue } from "./colour.js";
import type { Chance } from "./seed.js";
import { COLOURS, type ColourName, type PaletteName } from "./words.js";

/** The colours of one picture, by what they are for. */
export interface Palette {
  skyTop: Colour;
  skyLow: Colour;
  far: Colour;
  near: Colour;
  ground: Colour;
  water: Colour;
  accent: Colour;
  second: Colour;
  light: Colour;
  ink: Colour;
  /** A night-like palette: windows are lit, stars may show. */
  isDark: boolean;
}

type Row = readonly [
  skyTop: string,
  skyLow: string,
  far: string,
  near: string,
  ground: string,
  water: string,
  accent: string,
  second: string,
  light: string,
];

/** Hand-picked; the words that choose each are in `words.ts`. */
const ROWS: Readonly<Record<PaletteName, Row>> = {
  day: ["#2f86d6", "#cdeefb", "#8fb9d8", "#1f5f56", "#7cb86a", "#2f8fc0", "#ff6b4a", "#ffd23f", "#fffdf5"],
  sunset: ["#3a1c5c", "#ff9d5c", "#b5526e", "#2b1440", "#7a3350", "#8a3f66", "#ffd166", "#ef476f", "#fff1d6"],
  dawn: ["#7ea3d8", "#ffd8c4", "#b6a6ca", "#3c4877", "#8d8fb0", "#8fa8d0", "#ff8f70", "#f7c766", "#fff6ea"],
  night: ["#060a22", "#2d4384", "#2b3a72", "#080d28", "#16204a", "#16306a", "#ffd97a", "#7fd1ff", "#f6f0dc"],
  neon: ["#12002e", "#6a0d86", "#43107a", "#0d0221", "#22083f", "#1b1466", "#ff2bd6", "#00e5ff", "#fbf2ff"],
  pastel: ["#c4d6f8", "#fde4ea", "#d5c5ec", "#86abc4", "#bfe0cf", "#b4dbe8", "#ff98a8", "#ffdf8a", "#fffaf3"],
  autumn: ["#dfa763", "#fbe7c4", "#cf8a50", "#4a1e1a", "#b4622c", "#8a8a70", "#e2401f", "#f2b705", "#fff4dc"],
  spring: ["#86cff5", "#f2fbe2", "#a7d8ba", "#2c7a58", "#8fd06f", "#6cc3d8", "#ff7eb6", "#ffd95a", "#fffdf4"],
  winter: ["#86abd6", "#f0f6fc", "#b4cce4", "#2f4f7c", "#e6f0f8", "#7fa8cc", "#d94a4a", "#f3c969", "#ffffff"],
  tropical: [
    "#0096b0",
    "#ffe9a6",
    "#2fb89f",
    "#04555a",
    "#f0d08a",
    "#00a6b4",
    "#ff5a70",
    "#ffb52e",
    "#fffbe8",
  ],
  fire: ["#240408", "#ff7a1c", "#a3241c", "#1c0507", "#5a140e", "#7a1c14", "#ffcf3f", "#ff3d1f", "#fff0c9"],
  storm: ["#232b38", "#93a2ae", "#66737f", "#171e27", "#46534f", "#3d5666", "#f0c75e", "#9fd3e6", "#eef3f6"],
  noir: ["#101012", "#a4a4a8", "#6a6a6e", "#0b0b0c", "#2e2e31", "#434348", "#c1121f", "#e8e8e8", "#fafafa"],
  vintage: [
    "#7fa79a",
    "#f5e3bd",
    "#c9965f",
    "#38373f",
    "#b08a58",
    "#6d9489",
    "#d1493f",
    "#e2a83a",
    "#fff5df",
  ],
  emerald: [
    "#0f4c4a",
    "#b9e4b0",
    "#5fa37a",
    "#082f2a",
    "#2f7a4c",
    "#1f6f6a",
    "#ffb347",
    "#f6e96b",
    "#f7fff0",
  ],
  ocean: ["#04365f", "#8fe3e0", "#3f8fb5", "#032440", "#d9c69a", "#066a94", "#ff7f5c", "#ffd778", "#f2fdff"],
  candy: ["#ff8fc7", "#fff0b8", "#c79bf2", "#7a3fa0", "#8fe0d0", "#7fc8f5", "#ff4f8b", "#ffc93f", "#fffafd"],
  earth: ["#b9a58a", "#f1e4cf", "#a98a6b", "#3b2a21", "#8c6a48", "#7f8f84", "#c2572b", "#d9a441", "#fff8ea"],
  royal: ["#1c1140", "#8a63c7", "#5a3a9a", "#120a2c", "#33206a", "#34308a", "#f5c542", "#e0559a", "#fff6dc"],
  cosmic: ["#05060f", "#2a1a5e", "#3b2a7a", "#06040f", "#1b1440", "#142a66", "#ff9f5a", "#6fe3d0", "#fdf7ff"],
  gold: ["#3b2a12", "#f6cf76", "#b98a3c", "#211507", "#8a6426", "#7d6a3f", "#fff0b0", "#c2452d", "#fffbea"],
  mist: ["#a9b7bd", "#eef1ee", "#bcc8ca", "#4c5f66", "#98a8a3", "#a6b9bf", "#d98262", "#e6c98f", "#fdfdfb"],
};

const BLACK: Colour = [0.12, 0, 0];

/** How a prompt's colour words and its own hash bend a palette. */
export interface PaletteWish {
  name: PaletteName;
  /** Colour words that belong to the whole picture, in order. */
  tints: readonly ColourName[];
  /** A colour to lean on when no word chose one: the average of the references. */
  lean?: Colour | undefined;
}

/**
 * The palette of one picture. `chance` comes from the prompt, so that two prompts of the same
 * palette still differ: hue by up to 14 degrees, lightness by up to 0.06, colourfulness by a sixth.
 */
export function makePalette({ name, tints, lean }: PaletteWish, chance: Chance): Palette {
  const turn = chance.between(-14, 14);
  const lift = chance.between(-0.06, 0.05);
  const colourful = chance.between(0.86, 1.14);
  const bend = (text: string): Colour => {
    let colour = saturate(lighten(turnHue(hex(text), turn), lift), colourful);
    if (lean !== undefined) colour = tint(colour, lean, 0.45);
    for (const wished of tints.slice(0, 1)) colour = bendTo(colour, wished);
    return colour;
  };
  const [skyTop, skyLow, far, near, ground, water, accent, second, light] = ROWS[name];
  const palette: Palette = {
    skyTop: bend(skyTop),
    skyLow: bend(skyLow),
    far: bend(far),
    near: bend(near),
    ground: bend(ground),
    water: bend(water),
    accent: tints.length > 1 ? hex(COLOURS[tints[1]].hex) : turnHue(hex(accent), turn),
    second: tints.length > 2 ? hex(COLOURS[tints[2]].hex) : turnHue(hex(second), turn),
    light: mix(hex(light), bend(light), 0.4),
    ink: BLACK,
    isDark: hex(skyTop)[0] < 0.32,
  };
  return { ...palette, ink: mix(palette.near, BLACK, 0.65) };
}

/** Black and white move the lightness, grey takes the colour away, all others turn the hue. */
function bendTo(colour: Colour, name: ColourName): Colour {
  if (name === "black") return saturate([colour[0] * 0.62, colour[1], colour[2]], 0.5);
  if (name === "white") return saturate(lighten(mix(colour, [1, 0, 0], 0.45), 0.04), 0.6);
  if (name === "grey") return saturate(colour, 0.12);
  return tint(colour, hex(COLOURS[name].hex), 0.82);
}
