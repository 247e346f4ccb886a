import type { Figure } from "./figure.js";

export interface PartOptions {
  /** Also at sizes that take minutes and gigabytes. */
  isLarge: boolean;
}

/** A part of the bench, run alone by its name. */
export interface Part {
  name: string;
  run(leaveOut: (name: string, reason: string) => void, options: PartOptions): Promise<Figure[]>;
}
