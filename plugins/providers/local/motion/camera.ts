import { tokens } from "../canvas/tokens.js";
import { type Chance } from "../canvas/seed.js";

/** What the camera sees of a picture: how much of each side (1 is all of it), and where its middle is, from 0 to 1. */
export interface View {
  extent: number;
  x: number;
  y: number;
}

export interface Move {
  from: View;
  to: View;
}

export const WHOLE: View = { extent: 1, x: 0.5, y: 0.5 };
/** A closer look than this would show pixels. */
export const CLOSEST = 0.8;

const MAX_READ = 10_000;
const MAX_MOVES = 8;

type MoveName = "in" | "out" | "left" | "right" | "up" | "down" | "across" | "still";

/** Phrases of a prompt that steer the camera. */
export const MOVES: Readonly<Record<MoveName, readonly string[]>> = {
  in: ["zoom in", "zooms in", "move in", "push in", "closer", "approach", "approaches"],
  out: ["zoom out", "zooms out", "pull back", "pull out", "away", "wider", "reveal"],
  left: ["pan left", "pans left", "move left", "moves left"],
  right: ["pan right", "pans right", "move right", "moves right"],
  up: ["pan up", "tilt up", "move up", "moves up", "rising"],
  down: ["pan down", "tilt down", "move down", "moves down", "descending"],
  across: ["across", "pan", "pans", "panning", "sideways"],
  still: ["still", "static", "motionless", "no movement"],
};
const ANY: readonly MoveName[] = ["in", "out", "left", "right", "across"];

/** The moves that a prompt names, in their order; of several phrases at one place the longest. */
export function readMoves(prompt: string): MoveName[] {
  const words = tokens(prompt.slice(0, MAX_READ));
  const found: MoveName[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const named = [2, 1].flatMap((length) => {
      const phrase = words.slice(at, at + length).join(" ");
      return (Object.keys(MOVES) as MoveName[]).filter((name) => MOVES[name].includes(phrase));
    });
    const [name] = named;
    if (name !== undefined) found.push(name);
  }
  return found.slice(0, MAX_MOVES);
}

/** Where a move has to begin or end on the whole picture, because that picture was asked for as a frame. */
export interface Pins {
  first: boolean;
  last: boolean;
}

/** The move over one picture: what the prompt names, in turns, else by chance. */
export function chooseMove(
  named: readonly MoveName[],
  turn: number,
  { first, last }: Pins,
  chance: Chance,
): Move {
  const name = named.length > 0 ? named[turn % named.length] : chance.pick(ANY);
  const side = chance.is(0.5) ? 1 : -1;
  const drift = { x: chance.between(0.46, 0.54), y: chance.between(0.46, 0.54) };
  const move = MAKE[name](side, drift);
  if (first && last) return { from: WHOLE, to: WHOLE };
  if (first) return { from: WHOLE, to: isWhole(move.to) ? move.from : move.to };
  if (last) return { from: isWhole(move.from) ? move.to : move.from, to: WHOLE };
  return move;
}

const close = (x: number, y: number): View => ({ extent: CLOSEST, x: within(x), y: within(y) });
/** The view stays on the picture. */
const within = (at: number): number => Math.min(1 - CLOSEST / 2, Math.max(CLOSEST / 2, at));
const isWhole = ({ extent }: View): boolean => extent === 1;

const MAKE: Readonly<Record<MoveName, (side: number, drift: { x: number; y: number }) => Move>> = {
  in: (_side, { x, y }) => ({ from: WHOLE, to: close(x, y) }),
  out: (_side, { x, y }) => ({ from: close(x, y), to: WHOLE }),
  left: () => ({ from: close(1, 0.5), to: close(0, 0.5) }),
  right: () => ({ from: close(0, 0.5), to: close(1, 0.5) }),
  up: () => ({ from: close(0.5, 1), to: close(0.5, 0) }),
  down: () => ({ from: close(0.5, 0), to: close(0.5, 1) }),
  across: (side) =>
    side > 0 ? { from: close(0, 0.5), to: close(1, 0.5) } : { from: close(1, 0.5), to: close(0, 0.5) },
  still: () => ({ from: WHOLE, to: WHOLE }),
};

/** What is seen at a time from 0 to 1: slow at both ends. */
export function viewAt({ from, to }: Move, time: number): View {
  const eased = time * time * (3 - 2 * time);
  const mix = (a: number, b: number) => a + (b - a) * eased;
  return { extent: mix(from.extent, to.extent), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
