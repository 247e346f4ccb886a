import { useEffect, useRef, useState } from "react";

/** Of tiles and rows, which take a millisecond or less each; what a page of them brings at once would fill many frames. */
const AT_ONCE = 8;

const waiting = new Set<() => void>();
let left = AT_ONCE;
let isAsked = false;

function nextFrame(): void {
  isAsked = false;
  left = AT_ONCE;
  for (const take of waiting) {
    if (left === 0) break;
    left -= 1;
    waiting.delete(take);
    take();
  }
  if (left < AT_ONCE) ask();
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(nextFrame);
}

function takeNow(): boolean {
  if (left === 0) return false;
  left -= 1;
  ask();
  return true;
}

/**
 * Whether a part of a long list may be drawn in full, once it is wanted: a few of a frame at once, the others in the frames
 * that follow, so that no frame waits for all of them.
 */
export function useTurn(isWanted: boolean): boolean {
  const isFirst = useRef(false);
  const [hasTurn, setTurn] = useState(false);
  if (isWanted && !hasTurn && !isFirst.current) isFirst.current = takeNow();
  const isDrawn = isWanted && (hasTurn || isFirst.current);
  useEffect(() => {
    if (!isWanted || isDrawn) return;
    const take = () => setTurn(true);
    waiting.add(take);
    ask();
    return () => void waiting.delete(take);
  }, [isWanted, isDrawn]);
  return isDrawn;
}
