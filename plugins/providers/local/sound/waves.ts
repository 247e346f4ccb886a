import type { Chance } from "../canvas/seed.js";
import { RATE } from "./track.js";

export type Wave = (time: number) => number;

const TURN = 2 * Math.PI;

export const sine =
  (hertz: number): Wave =>
  (time) =>
    Math.sin(TURN * hertz * time);

/** A tone that glides from one pitch to another. */
export const sweep =
  (from: number, to: number, seconds: number): Wave =>
  (time) => {
    const share = Math.min(1, time / seconds);
    return Math.sin(TURN * (from * time + ((to - from) * share * time) / 2));
  };

/** The first harmonics of a tone, each with its strength. */
export const harmonics =
  (hertz: number, strengths: readonly number[]): Wave =>
  (time) =>
    strengths.reduce((sum, strength, at) => sum + strength * Math.sin(TURN * hertz * (at + 1) * time), 0);

/** Rises, then fades by half again and again. */
export const fading =
  (wave: Wave, riseSeconds: number, halfLife: number): Wave =>
  (time) =>
    wave(time) * Math.min(1, time / Math.max(1e-4, riseSeconds)) * 0.5 ** (time / halfLife);

/** Rises, holds, and falls to nothing at its end. */
export const held =
  (wave: Wave, rise: number, seconds: number, fall: number): Wave =>
  (time) =>
    wave(time) * Math.max(0, Math.min(1, time / rise, (seconds - time) / fall));

/** Noise between two frequencies, roughly; called sample after sample. */
export function noise(chance: Chance, low: number, high: number): Wave {
  const [slow, fast] = [1 - Math.exp((-TURN * low) / RATE), 1 - Math.exp((-TURN * high) / RATE)];
  let [below, above] = [0, 0];
  return () => {
    const white = chance.next() * 2 - 1;
    above += (white - above) * fast;
    below += (above - below) * slow;
    return above - below;
  };
}

/** A plucked string (Karplus and Strong); called sample after sample. */
export function pluck(chance: Chance, hertz: number, damping = 0.996): Wave {
  const string = Float32Array.from(
    { length: Math.max(2, Math.round(RATE / hertz)) },
    () => chance.next() * 2 - 1,
  );
  let at = 0;
  return () => {
    const next = (at + 1) % string.length;
    const sample = string[at] ?? 0;
    string[at] = damping * 0.5 * (sample + (string[next] ?? 0));
    at = next;
    return sample;
  };
}

/** Moves slowly up and down between 0 and 1, without a period that could be heard. */
export function drift(chance: Chance, seconds: number): Wave {
  const [a, b] = [chance.between(0, TURN), chance.between(0, TURN)];
  return (time) =>
    0.5 + 0.3 * Math.sin((TURN * time) / seconds + a) + 0.2 * Math.sin((TURN * time * 1.618) / seconds + b);
}
