import type { Figure } from "./figure.js";

export interface PartOptions {
  /** Whether the part also measures sizes that take minutes and gigabytes. */
  isLarge: boolean;
}

/** Part of the bench that can be run alone by its name. */
export interface Part {
  name: string;
  run(leaveOut: (name: string, reason: string) => void, options: PartOptions): Promise<Figure[]>;
}
