import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { barsOf } from "./bars.js";

/** Pixels from bar to bar, and of a bar. */
const STEP = 4;
const BAR = 2.5;
const HEIGHT = 64;
/** What is quieter than this everywhere is drawn as quiet. */
const LEAST = 0.05;

interface Given {
  /** Undefined until it is known; empty where it cannot be. */
  peaks: readonly number[] | undefined;
  /** How much of it was played, from 0 to 1. */
  played: number;
  /** As how loud a full bar counts; the loudest of the sound, unless several are drawn to one scale. */
  full?: number;
  seek: (part: number) => void;
}

/** A sound over time, on which one goes to a place; who does not point has the browser's controls. */
export function Waveform({ peaks, played, full, seek }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const bars = barsOf(peaks ?? [], Math.floor(width / STEP));
  const most = full ?? Math.max(LEAST, ...(peaks ?? []));
  const path = bars
    .map((loud, at) => {
      const half = Math.max(0.5, Math.min(1, loud / most) * (HEIGHT / 2 - BAR));
      return `M${at * STEP + STEP / 2} ${HEIGHT / 2 - half}v${half * 2}`;
    })
    .join("");
  const go = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    seek(Math.min(1, Math.max(0, (clientX - left) / whole)));
  };
  return (
    <div
      ref={box}
      className="waveform"
      data-state={peaks === undefined ? "loading" : peaks.length === 0 ? "unknown" : "known"}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && go(event)}
    >
      <svg strokeWidth={BAR} strokeLinecap="round">
        <path d={path} />
      </svg>
      <svg
        className="played"
        strokeWidth={BAR}
        strokeLinecap="round"
        style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }}
      >
        <path d={path} />
      </svg>
    </div>
  );
}

/** How wide it is, in pixels, so that bars are as wide everywhere. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return;
    setWidth(box.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
