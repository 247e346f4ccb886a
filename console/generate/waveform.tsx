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

/** Pixels from bar to bar, and of a bar. */
const STEP = 4;
const BAR = 2.5;
/** What is quieter than this everywhere is drawn as quiet. */
const LEAST = 0.05;

interface Given {
  /** Undefined until it is known; empty where it cannot be. */
  peaks: readonly number[] | undefined;
  /** How much of it was played. */
  position: Position;
  /** As how loud a full bar counts; the loudest of the sound, unless several are drawn to one scale. */
  full?: number;
  seek: (part: number) => void;
}

/** A sound over time, on which one goes to a place; who does not point has the browser's controls. */
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

/** The same bars as far as they were played: all that is drawn anew with each frame. */
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
  // Where it is not known a line stands in its place.
  if (peaks.length === 0) return "";
  const most = full ?? Math.max(LEAST, ...peaks);
  return barsOf(peaks, Math.floor(width / STEP))
    .map((loud, at) => {
      const half = Math.max(0.5, Math.min(1, loud / most) * (height / 2 - BAR));
      return `M${at * STEP + STEP / 2} ${height / 2 - half}v${half * 2}`;
    })
    .join("");
}

/** How large it is, in pixels, so that bars are as wide everywhere. */
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
