import type { Figure } from "./figure.js";

export interface Options {
  /** With the amounts that take long to make. */
  isLarge: boolean;
}

/** A part of the bench, run alone by its name. */
export interface Part {
  name: string;
  run(leaveOut: (name: string, reason: string) => void, options: Options): Promise<Figure[]>;
}
