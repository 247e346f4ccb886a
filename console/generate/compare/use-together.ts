import { useEffect, useState, useSyncExternalStore } from "react";
import { type Playing, Together } from "./together.js";

/** Several players and the index of the audible one. */
export interface PlayingTogether {
  together: Together;
  heard: number | null;
  hear: (at: number | null) => void;
}

/** Returns the players of a page, which pause when the page is left. */
export function useTogether(): Together {
  const [together] = useState(() => new Together());
  useEffect(() => () => together.pause(), [together]);
  return together;
}

/**
 * Returns the state of the players. The caller renders with each frame while they play, so only the parts
 * that show the time call it (rules/console 10).
 */
export const usePlaying = (together: Together): Playing =>
  useSyncExternalStore(together.subscribe, () => together.now);

/** Returns one part of the state, and renders only if that part changes. */
export const usePlayed = <Value>(together: Together, of: (now: Playing) => Value): Value =>
  useSyncExternalStore(together.subscribe, () => of(together.now));
