import { type ReactNode, useState } from "react";
import { Divider } from "./divider.js";

/**
 * Shows one picture over the other with a movable line; moving the line does not render the pictures again.
 */
export function Slider({ below, above }: { below: ReactNode; above: ReactNode }) {
  const [part, setPart] = useState(0.5);
  return (
    <div className="frame" data-frame>
      {below}
      <div className="over" style={{ clipPath: `inset(0 0 0 ${part * 100}%)` }}>
        {above}
      </div>
      <Divider part={part} setPart={setPart} />
    </div>
  );
}
