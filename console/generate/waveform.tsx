import {
  memo,
  type PointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { barsOf } from "./bars.js";
import type { Position } from "./position.js";

/** Pixels from one bar to the next, and in `BAR` the width of a bar. */
const STEP = 4;
const BAR = 2.5;
/** Loudness below which a whole sound is drawn as quiet. */
const LEAST = 0.05;

interface Given {
  /** The loudness of each part; undefined until it is known, empty if it cannot be read. */
  peaks: readonly number[] | undefined;
  /** The played part of the sound. */
  position: Position;
  /** The loudness of a full bar; the peak of the sound unless several sounds share a scale. */
  full?: number;
  seek: (part: number) => void;
}

/** Shows the loudness of a sound over time; a click seeks. Keyboards use the browser's own controls. */
export function Waveform({ peaks, position, full, seek }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const path = useMemo(() => pathOf(peaks ?? [], full, size), [peaks, full, size]);
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
      <Played path={path} position={position} />
    </div>
  );
}

/** Shows the played bars, the only part that renders with each frame. */
const Played = memo(function Played({ path, position }: { path: string; position: Position }) {
  const part = useSyncExternalStore(position.subscribe, position.now);
  return (
    <svg
      className="played"
      strokeWidth={BAR}
      strokeLinecap="round"
      style={{ clipPath: `inset(0 ${100 - part * 100}% 0 0)` }}
    >
      <path d={path} />
    </svg>
  );
});

interface Size {
  width: number;
  height: number;
}

function pathOf(peaks: readonly number[], full: number | undefined, { width, height }: Size): string {
  // While the loudness is unknown, the style sheet draws a line instead of bars.
  if (peaks.length === 0) return "";
  const most = full ?? Math.max(LEAST, ...peaks);
  return barsOf(peaks, Math.floor(width / STEP))
    .map((loud, at) => {
      const half = Math.max(0.5, Math.min(1, loud / most) * (height / 2 - BAR));
      return `M${at * STEP + STEP / 2} ${height / 2 - half}v${half * 2}`;
    })
    .join("");
}

/** Returns the size of an element in pixels, so that bars have the same width everywhere. */
function useSize(box: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 64 });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return size;
}
