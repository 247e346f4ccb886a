import type { Figure } from "./figure.js";

/** A part of the bench, run alone by its name. */
export interface Part {
  name: string;
  run(leaveOut: (name: string, reason: string) => void): Promise<Figure[]>;
}
