import type { Colour } from "../colour.js";

/** A blend between two colours: downwards, across, or from the middle out. */
export interface Blend {
  from: Colour;
  to: Colour;
  direction: "down" | "across" | "out";
  fromAlpha: number;
  toAlpha: number;
}

export type Paint = Colour | Blend;

/**
 * A part of a scene, in scene units. Each style decides what to do with it:
 * areas are surfaces with an outline, details have none, lines are only strokes, lights are soft and shine through.
 */
export interface Shape {
  kind: "area" | "detail" | "line" | "light";
  /** SVG path data: numbers and letters that we made, never text of a prompt. */
  path: string;
  paint: Paint;
  alpha: number;
  /** Stroke width of a line. */
  width: number;
  /** Standard deviation of a light's blur. */
  blur: number;
}

/** Where a layer in its own coordinates sits in the scene; y grows downwards. */
export interface Placing {
  x: number;
  y: number;
  scale: number;
  isFlipped: boolean;
}

/** Shapes of one distance, back to front. */
export interface Layer {
  /** 0 is the sky, 1 the nearest. */
  depth: number;
  placing?: Placing;
  shapes: readonly Shape[];
}

export interface Scene {
  /** In scene units; the long side is 1000. */
  width: number;
  height: number;
  layers: readonly Layer[];
}

export const blend = (
  from: Colour,
  to: Colour,
  direction: Blend["direction"] = "down",
  [fromAlpha, toAlpha]: readonly [number, number] = [1, 1],
): Blend => ({ from, to, direction, fromAlpha, toAlpha });

/** A shine that fades to nothing. */
export const fade = (colour: Colour, alpha: number, direction: Blend["direction"] = "out"): Blend =>
  blend(colour, colour, direction, [alpha, 0]);

export const isBlend = (paint: Paint): paint is Blend => !Array.isArray(paint);

const shape = (kind: Shape["kind"], path: string, paint: Paint, rest: Partial<Shape> = {}): Shape => ({
  kind,
  path,
  paint,
  alpha: 1,
  width: 0,
  blur: 0,
  ...rest,
});

export const area = (path: string, paint: Paint, alpha = 1): Shape => shape("area", path, paint, { alpha });
export const detail = (path: string, paint: Paint, alpha = 1): Shape =>
  shape("detail", path, paint, { alpha });
export const line = (path: string, paint: Colour, width: number, alpha = 1): Shape =>
  shape("line", path, paint, { width, alpha });
export const light = (path: string, paint: Paint, alpha = 1, blur = 0): Shape =>
  shape("light", path, paint, { alpha, blur });
