/**
 * The played part of a sound from 0 to 1, as a store. Only the subscribers render with each frame, and
 * nothing around them.
 */
export interface Position {
  subscribe: (listener: () => void) => () => void;
  now: () => number;
}

/** Returns a position that never moves. */
export const standing = (part: number): Position => ({ subscribe: () => () => undefined, now: () => part });

/** Returns the position of a player, which reports each frame while it plays. */
export function positionOf(media: HTMLMediaElement): Position {
  return {
    now: () => (media.duration > 0 ? media.currentTime / media.duration : 0),
    subscribe: (listener) => {
      let frame = 0;
      const step = () => {
        listener();
        frame = media.paused ? 0 : requestAnimationFrame(step);
      };
      const start = () => {
        if (frame === 0) step();
      };
      const kinds = ["play", "timeupdate", "seeking"] as const;
      for (const kind of kinds) media.addEventListener(kind, start);
      return () => {
        cancelAnimationFrame(frame);
        for (const kind of kinds) media.removeEventListener(kind, start);
      };
    },
  };
}
