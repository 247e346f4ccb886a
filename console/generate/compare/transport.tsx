import { memo } from "react";
import { Pause, Play } from "lucide-react";
import { Choices } from "../../parts/choices.js";
import type { Together } from "./together.js";
import { usePlayed, usePlaying } from "./use-together.js";

interface Given {
  together: Together;
  count: number;
  /** The index of the audible item; null for none. */
  heard: number | null;
  hear: (at: number | null) => void;
}

const SPEEDS = ["0.25", "0.5", "1"] as const;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;

/** Shows one set of controls for all items that play together. */
export const Transport = memo(function Transport({ together, count, heard, hear }: Given) {
  const isPlaying = usePlayed(together, (now) => now.isPlaying);
  const isEmpty = usePlayed(together, ({ length }) => length === 0);
  const speed = usePlayed(together, (now) => now.speed);
  return (
    <div className="card transport">
      <button
        type="button"
        className="button main icon"
        aria-label={isPlaying ? "Pause all" : "Play all"}
        disabled={isEmpty}
        onClick={() => (isPlaying ? together.pause() : together.play())}
      >
        {isPlaying ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
      </button>
      <Time together={together} />
      <Choices
        label="Sound of"
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
});

/** Shows the time axis, which renders again with each frame. */
function Time({ together }: { together: Together }) {
  const { time, length } = usePlaying(together);
  return (
    <>
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
    </>
  );
}
