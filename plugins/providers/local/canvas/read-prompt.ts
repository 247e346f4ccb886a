import { normalizeText } from "../../../../contracts/normalize-text.js";
import { hashText } from "./seed.js";
import { tokens } from "./tokens.js";
import { COLLECTIVES, type Effect, matchAt } from "./word-effects.js";
import {
  type ColourName,
  type CompositionName,
  DEFAULT_STYLES,
  FOCUS,
  type FocusName,
  MOODS,
  NEGATIONS,
  NUMBERS,
  type PaletteName,
  SETTINGS,
  type SettingName,
  type SkyName,
  type StyleName,
} from "./words.js";

export interface FocusPlan {
  name: FocusName;
  /** The word that named it: a drawer may vary by it (rose, tulip). */
  word: string;
  /** 1-5 */
  count: number;
  /** A colour word right before it. */
  colour: ColourName | null;
}

/** What a prompt asks for, before chance has its say. */
export interface Plan {
  /** Of the text that is read; all that no word decides hangs on it. */
  hash: number;
  /** `[seed=N]`, else null. */
  seed: number | null;
  style: StyleName;
  /** The one that was named, or all that fit, the prompt's own choice first. */
  palettes: readonly PaletteName[];
  /** Whether a word or a colour chose the palette. */
  paletteIsNamed: boolean;
  /** Colour words for the whole picture, in order. */
  tints: readonly ColourName[];
  /** Behind the horizon. */
  far: SettingName | null;
  /** Below the horizon; null in a picture without one. */
  ground: SettingName | null;
  /** Fills the picture alone; `far` and `ground` are null then. */
  whole: SettingName | null;
  sky: readonly SkyName[];
  focus: readonly FocusPlan[];
  composition: readonly CompositionName[];
}

export const SEED = /\[\s*seed\s*=\s*(\d{1,15})\s*\]/giu;
const MAX_FOCUS = 3;
/** How many a plural without a number stands for. */
const PLURAL = 3;
/** Words after these are not read; they still change the hash. */
export const MAX_WORDS = 2000;

/** Reads any text into a plan by the rules of docs/local-provider.md. Pure; never throws. */
export function readPrompt(prompt: string): Plan {
  const seeds = [...prompt.matchAll(SEED)];
  const text = prompt.replace(SEED, " ");
  const hash = hashText(normalizeText(text, "NFC").trim());
  const found = collect(tokens(text).slice(0, MAX_WORDS));
  const place = choosePlace(found, hash);
  const named = found.palettes[0] ?? found.moods[0];
  const palettes = palettesFor(place.whole ?? place.far ?? place.ground ?? "abstract", found.sky);
  return {
    hash,
    seed: seeds[0] === undefined ? null : Number(seeds[0][1]),
    style: found.styles[0] ?? DEFAULT_STYLES[choice(hash, "style", DEFAULT_STYLES.length)],
    palettes: named !== undefined ? [named] : rotated(palettes, choice(hash, "palette", palettes.length)),
    paletteIsNamed: named !== undefined || found.tints.length > 0,
    tints: found.tints,
    ...place,
    sky: [...new Set(found.sky)],
    focus: found.focus.slice(0, MAX_FOCUS),
    composition: [...new Set(found.composition)],
  };
}

interface Found {
  palettes: PaletteName[];
  /** Palettes of words that speak of a mood. */
  moods: PaletteName[];
  styles: StyleName[];
  settings: SettingName[];
  /** Places after a no: not chosen as a home either. */
  unwanted: SettingName[];
  sky: SkyName[];
  focus: FocusPlan[];
  composition: CompositionName[];
  tints: ColourName[];
}

function collect(words: readonly string[]): Found {
  const found: Found = {
    palettes: [],
    moods: [],
    styles: [],
    settings: [],
    unwanted: [],
    sky: [],
    focus: [],
    composition: [],
    tints: [],
  };
  let colour: ColourName | null = null;
  let count = 1;
  let isNegated = false;
  for (let at = 0; at < words.length;) {
    const { length, phrase, effects, isPlural } = matchAt(words, at);
    at += length;
    if (NEGATIONS.includes(phrase)) {
      isNegated = true;
      continue;
    }
    const colours = effects.filter((effect) => effect.in === "colours");
    if (effects.length > 0 && isNegated) {
      isNegated = false;
      for (const effect of effects) if (effect.in === "settings") found.unwanted.push(effect.name);
      continue;
    }
    // A colour waits for the thing that it belongs to; a place, the sky, another colour or the end gives it to the whole picture.
    if (colours.length > 0) {
      if (colour !== null) found.tints.push(colour);
      colour = colours[0].name;
    }
    if (Object.hasOwn(NUMBERS, phrase)) count = NUMBERS[phrase];
    const focus = effects.find((effect) => effect.in === "focus");
    if (focus !== undefined) {
      addFocus(found, {
        name: focus.name,
        word: phrase,
        count: count > 1 || !isPlural ? count : PLURAL,
        colour,
      });
      colour = null;
      count = 1;
    }
    if (colour !== null && effects.some((effect) => effect.in === "settings" || effect.in === "sky")) {
      found.tints.push(colour);
      colour = null;
    }
    effects.forEach((effect) => add(found, effect, phrase));
  }
  if (colour !== null) found.tints.push(colour);
  return found;
}

function addFocus(found: Found, focus: FocusPlan): void {
  const same = found.focus.find(({ name }) => name === focus.name);
  if (same === undefined) found.focus.push(focus);
  else {
    // The first word stays unless it only names the kind: "portrait of a queen", "blossom tree".
    if (same.word === same.name || COLLECTIVES.has(same.word)) same.word = focus.word;
    same.count = Math.max(same.count, focus.count);
    same.colour ??= focus.colour;
  }
}

function add(found: Found, effect: Effect, phrase: string): void {
  if (effect.in === "palettes") (MOODS.includes(phrase) ? found.moods : found.palettes).push(effect.name);
  else if (effect.in === "styles") found.styles.push(effect.name);
  else if (effect.in === "settings") found.settings.push(effect.name);
  else if (effect.in === "sky") found.sky.push(effect.name);
  else if (effect.in === "composition") found.composition.push(effect.name);
}

/** The settings that were named, the homes of what stands there, or an abstract picture. */
function choosePlace(
  found: Found,
  hash: number,
): { far: SettingName | null; ground: SettingName | null; whole: SettingName | null } {
  const { settings, focus } = found;
  const slot = (name: SettingName): string => SETTINGS[name].slot;
  // "abstract mountains", "a product on the beach": the real place wins.
  const real = settings.filter((name) => name !== "abstract" && name !== "backdrop");
  const named = real.length > 0 ? real : settings.length > 0 ? settings : homes(found, hash);
  const far = named.find((name) => slot(name) === "far") ?? null;
  const ground = named.find((name) => slot(name) === "ground") ?? null;
  const whole = named.find((name) => slot(name) === "whole") ?? null;
  const isWhole = whole !== null && (slot(named[0]) === "whole" || (far === null && ground === null));
  if (isWhole) return { far: null, ground: null, whole };
  return { far, ground: ground ?? groundUnder(far, focus, hash), whole: null };
}

function homes({ focus, sky, unwanted }: Found, hash: number): readonly SettingName[] {
  const candidates: readonly SettingName[] =
    focus.length > 0
      ? FOCUS[focus[0].name].homes
      : sky.length > 0
        ? ["hills", "sea", "mountain"]
        : ["abstract"];
  const wanted = candidates.filter((name) => !unwanted.includes(name));
  return wanted.length === 0 ? ["backdrop"] : [wanted[choice(hash, "home", wanted.length)]];
}

/** Stars, a moon and an aurora want a dark sky where no word says otherwise. */
function palettesFor(setting: SettingName, sky: readonly SkyName[]): readonly PaletteName[] {
  const isNight = sky.some((name) => name === "stars" || name === "moon" || name === "aurora");
  return isNight ? ["night", "royal", "cosmic"] : SETTINGS[setting].palettes;
}

/** What lies before far things when no word says it: water for what floats, land for what stands. */
function groundUnder(far: SettingName | null, focus: readonly FocusPlan[], hash: number): SettingName {
  if (focus.some(({ name }) => FOCUS[name].stands === "water")) return "lake";
  if (far === "forest" || focus.some(({ name }) => FOCUS[name].stands === "ground")) return "hills";
  return (["lake", "hills"] as const)[choice(hash, "ground", 2)];
}

/** A stable choice of 0 to `of` - 1 for a question. */
const choice = (hash: number, question: string, of: number): number => hashText(`${hash}/${question}`) % of;

const rotated = <T>(items: readonly T[], first: number): readonly T[] => [
  ...items.slice(first),
  ...items.slice(0, first),
];
