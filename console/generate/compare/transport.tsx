import { Pause, Play } from "lucide-react";
import { Choices } from "../../parts/choices.js";
import type { Playing, Together } from "./together.js";

interface Given {
  together: Together;
  now: Playing;
  count: number;
  /** Which of them is heard; null for none. */
  heard: number | null;
  hear: (at: number | null) => void;
}

const SPEEDS = ["0.25", "0.5", "1"] as const;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;

/** One set of controls for all that play together. */
export function Transport({ together, now: { isPlaying, time, length, speed }, count, heard, hear }: Given) {
  return (
    <div className="card transport">
      <button
        type="button"
        className="button main icon"
        aria-label={isPlaying ? "Pause all" : "Play all"}
        disabled={length === 0}
        onClick={() => (isPlaying ? together.pause() : together.play())}
      >
        {isPlaying ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
      </button>
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={`${clock(time)} of ${clock(length)}`}
        min={0}
        max={length || 1}
        step={0.04}
        value={time}
        onChange={({ target }) => together.seek(target.valueAsNumber)}
      />
      <span className="small soft number">
        {clock(time)} / {clock(length)}
      </span>
      <Choices
        label="Hear"
        name="hear"
        options={[
          ...Array.from({ length: count }, (_, at) => [String(at), `${at + 1}`] as const),
          ["", "None"] as const,
        ]}
        value={heard === null ? "" : String(heard)}
        set={(one) => hear(one === "" ? null : Number(one))}
      />
      <Choices
        label="Speed"
        name="speed"
        options={SPEEDS.map((one) => [one, `${one}×`] as const)}
        value={String(speed)}
        set={(one) => together.setSpeed(Number(one))}
      />
    </div>
  );
}
