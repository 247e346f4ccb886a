/** How far something has been played, from 0 to 1, told as it goes: what shows it is drawn anew with each frame, and nothing around it. */
export interface Position {
  subscribe: (listener: () => void) => () => void;
  now: () => number;
}

/** Where nothing moves. */
export const standing = (part: number): Position => ({ subscribe: () => () => undefined, now: () => part });

/** The position of a player, which is told with each frame while it plays. */
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
