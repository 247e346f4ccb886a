import { useEffect, useRef, useState } from "react";

/**
 * Number of tiles that are rendered in one frame. A tile takes a millisecond or less; a whole page of them
 * would take more than a frame.
 */
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
 * Tells whether a part of a long list may render in full once it is wanted. A few parts render at once and
 * the others in the next frames, so that no frame waits for all. A part that takes longer than a tile has a
 * greater weight.
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
