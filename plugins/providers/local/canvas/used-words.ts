import { tokens } from "./tokens.js";
import { matchAt } from "./word-effects.js";
import { NEGATIONS } from "./words.js";
import { MAX_WORDS, SEED } from "./read-prompt.js";

/**
 * The words of a prompt that local-canvas knows, in their order and each once, so that nobody takes a picture for an answer
 * to a word that it has never heard of. `[seed=N]` is no word.
 */
export function usedWords(prompt: string): string[] {
  const words = tokens(prompt.replace(SEED, " ")).slice(0, MAX_WORDS);
  const used = new Set<string>();
  let isNegated = false;
  for (let at = 0; at < words.length;) {
    const { length, phrase, effects } = matchAt(words, at);
    if (effects.length > 0 && !isNegated) used.add(words.slice(at, at + length).join(" "));
    if (effects.length > 0) isNegated = false;
    if (NEGATIONS.includes(phrase)) isNegated = true;
    at += length;
  }
  return [...used];
}
