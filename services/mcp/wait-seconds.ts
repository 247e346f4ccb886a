import { z } from "zod";

/**
 * Waits of this many seconds or more end a little early, so that the answer comes before a client's own
 * timeout of the same length.
 */
const EARLY_FROM_SECONDS = 30;
const EARLY_MS = 2000;

/** Makes the input `waitSeconds` of a tool that waits (rules/mcp 8). */
export function waitSeconds(options: { default: number; max: number }) {
  const sentence = `must be a whole number from 0 to ${options.max}`;
  return z
    .int(sentence)
    .min(0, sentence)
    .max(options.max, sentence)
    .default(options.default)
    .describe(
      `Seconds to wait for the end; then the state reached is returned. 0 returns at once. Default ${options.default}, at most ${options.max}.`,
    );
}

/** Returns the end of a wait, in milliseconds since the epoch. */
export const endOfWait = (startedAt: number, seconds: number): number =>
  startedAt + seconds * 1000 - (seconds >= EARLY_FROM_SECONDS ? EARLY_MS : 0);
