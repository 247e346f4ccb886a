import { useEffect, useState, useSyncExternalStore } from "react";
import { type Playing, Together } from "./together.js";

/** What several players have in common, and which of them is heard. */
export interface PlayingTogether {
  together: Together;
  heard: number | null;
  hear: (at: number | null) => void;
}

/** Players of one page, which are silent once it is left. */
export function useTogether(): Together {
  const [together] = useState(() => new Together());
  useEffect(() => () => together.pause(), [together]);
  return together;
}

/** How far they are. Who asks is drawn anew with each frame while they play: only what shows it does (rules/console 10). */
export const usePlaying = (together: Together): Playing =>
  useSyncExternalStore(together.subscribe, () => together.now);

/** One thing of it, for what changes with that thing only. */
export const usePlayed = <Value>(together: Together, of: (now: Playing) => Value): Value =>
  useSyncExternalStore(together.subscribe, () => of(together.now));
