import { useEffect, useRef, useState } from "react";

/** Of tiles, which take a millisecond or less each; what a page of them brings at once would fill a frame and more. */
const AT_ONCE = 8;

const waiting = new Map<() => void, number>();
let left = AT_ONCE;
let isAsked = false;

function nextFrame(): void {
  isAsked = false;
  left = AT_ONCE;
  for (const [take, weight] of waiting) {
    if (left < weight) break;
    left -= weight;
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

function takeNow(weight: number): boolean {
  if (left < weight) return false;
  left -= weight;
  ask();
  return true;
}

/**
 * Whether a part of a long list may be drawn in full, once it is wanted: a few of a frame at once, the others in the frames
 * that follow, so that no frame waits for all of them. What takes longer than a tile weighs more.
 */
export function useTurn(isWanted: boolean, weight = 1): boolean {
  const isFirst = useRef(false);
  const [hasTurn, setTurn] = useState(false);
  if (isWanted && !hasTurn && !isFirst.current) isFirst.current = takeNow(weight);
  const isDrawn = isWanted && (hasTurn || isFirst.current);
  useEffect(() => {
    if (!isWanted || isDrawn) return;
    const take = () => setTurn(true);
    waiting.set(take, weight);
    ask();
    return () => void waiting.delete(take);
  }, [isWanted, isDrawn, weight]);
  return isDrawn;
}
