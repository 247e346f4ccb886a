import { useEffect, useState, useSyncExternalStore } from "react";
import { type Playing, Together } from "./together.js";

/** What several players have in common, and which of them is heard. */
export interface PlayingTogether {
  together: Together;
  now: Playing;
  heard: number | null;
  hear: (at: number | null) => void;
}

/** Players of one page, which are silent once it is left. */
export function useTogether(): Pick<PlayingTogether, "together" | "now"> {
  const [together] = useState(() => new Together());
  const now = useSyncExternalStore(together.subscribe, () => together.now);
  useEffect(() => () => together.pause(), [together]);
  return { together, now };
}
