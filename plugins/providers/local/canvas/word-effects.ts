import { singular } from "./tokens.js";
import {
  COLOURS,
  COMPOSITIONS,
  type ColourName,
  type CompositionName,
  FOCUS,
  type FocusName,
  PALETTES,
  type PaletteName,
  SETTINGS,
  SKY,
  STYLES,
  type SettingName,
  type SkyName,
  type StyleName,
} from "./words.js";

/** What one phrase does. */
export type Effect =
  | { in: "palettes"; name: PaletteName }
  | { in: "styles"; name: StyleName }
  | { in: "settings"; name: SettingName }
  | { in: "sky"; name: SkyName }
  | { in: "composition"; name: CompositionName }
  | { in: "focus"; name: FocusName }
  | { in: "colours"; name: ColourName };

const LONGEST_PHRASE = 3;
const EFFECTS = indexWords();

export interface Match {
  /** In words. */
  length: number;
  phrase: string;
  effects: readonly Effect[];
  isPlural: boolean;
}

/** The longest known phrase at a place; an unknown word is a phrase without effects. */
export function matchAt(words: readonly string[], at: number): Match {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    const whole = words.slice(at, at + length).join(" ");
    for (const phrase of [whole, singular(whole)]) {
      const effects = EFFECTS.get(phrase);
      if (effects !== undefined)
        return { length, phrase, effects, isPlural: phrase !== whole || COLLECTIVES.has(whole) };
    }
  }
  return { length: 1, phrase: words[at], effects: [], isPlural: false };
}

/** Words for several of a thing that say nothing more about it. */
export const COLLECTIVES: ReadonlySet<string> = new Set(["people", "family", "orchard", "bouquet"]);

function indexWords(): ReadonlyMap<string, readonly Effect[]> {
  const index = new Map<string, Effect[]>();
  const put = (words: readonly string[], effect: Effect): void =>
    words.forEach((word) => index.set(word, [...(index.get(word) ?? []), effect]));
  for (const [name, words] of entries(PALETTES)) put(words, { in: "palettes", name });
  for (const [name, words] of entries(STYLES)) put(words, { in: "styles", name });
  for (const [name, { words }] of entries(SETTINGS)) put(words, { in: "settings", name });
  for (const [name, words] of entries(SKY)) put(words, { in: "sky", name });
  for (const [name, words] of entries(COMPOSITIONS)) put(words, { in: "composition", name });
  for (const [name, { words }] of entries(FOCUS)) put(words, { in: "focus", name });
  for (const [name, { words }] of entries(COLOURS)) put(words, { in: "colours", name });
  return index;
}

function entries<K extends string, V>(table: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(table) as [K, V][];
}
