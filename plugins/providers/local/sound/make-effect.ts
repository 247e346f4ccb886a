import { Chance, hashText } from "../canvas/seed.js";
import { singular, tokens } from "../canvas/tokens.js";
import { EFFECTS, texture } from "./effects.js";
import { Track } from "./track.js";

export interface SoundWish {
  /** Chance comes from it when the prompt has no `[seed=N]`. */
  jobId: string;
  prompt: string;
  seconds: number;
}

const SEED = /\[seed=(\d{1,15})\]/u;

/** The prompt without its seed, as single words, and where chance comes from. */
export function readWish({ jobId, prompt }: SoundWish): { words: readonly string[]; chance: Chance } {
  const seed = SEED.exec(prompt)?.[1] ?? jobId;
  const text = prompt.replace(SEED, " ");
  return { words: tokens(text).map(singular), chance: new Chance(hashText(`${seed}/${text}`)) };
}

/** The sounds that the words name, all of them together; a texture when they name none. */
export function makeEffect(wish: SoundWish): { track: Track; usedWords: string[] } {
  const { words, chance } = readWish(wish);
  const track = new Track(wish.seconds);
  const text = ` ${words.join(" ")} `;
  const usedWords: string[] = [];
  for (const [name, { words: names, make }] of Object.entries(EFFECTS)) {
    const used = names.filter((each) => text.includes(` ${singular(each)} `));
    if (used.length === 0) continue;
    usedWords.push(...used);
    make(track, chance.fork(name));
  }
  if (usedWords.length === 0) texture(track, chance.fork("texture"));
  track.echo(0.037, 0.18);
  return { track, usedWords };
}
