import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { Choices } from "../../parts/choices.js";
import { MOST_ZOOM, type View, WHOLE, zoomed } from "./view.js";

interface Given {
  view: View;
  setView: (view: View) => void;
  isSlider: boolean;
  /** Switches between the views; null if there are more than two items. */
  setSlider: ((is: boolean) => void) | null;
}

/** Chooses how the pictures are shown and how far they are enlarged. */
export function Tools({ view, setView, isSlider, setSlider }: Given) {
  return (
    <div className="compare-tools">
      {setSlider !== null && (
        <Choices
          label="Show"
          name="show"
          options={[
            ["side", "Side by side"],
            ["slider", "Slider"],
          ]}
          value={isSlider ? "slider" : "side"}
          set={(one) => setSlider(one === "slider")}
        />
      )}
      <div className="acts-row" role="group" aria-label="Zoom">
        <button
          type="button"
          className="button icon"
          aria-label="Zoom out"
          disabled={view.zoom === 1}
          onClick={() => setView(zoomed(view, 1 / 1.5))}
        >
          <ZoomOut aria-hidden size={18} />
        </button>
        <span className="zoom number" role="status">
          {Math.round(view.zoom * 100)} %
        </span>
        <button
          type="button"
          className="button icon"
          aria-label="Zoom in"
          disabled={view.zoom === MOST_ZOOM}
          onClick={() => setView(zoomed(view, 1.5))}
        >
          <ZoomIn aria-hidden size={18} />
        </button>
        <button type="button" className="button" disabled={view.zoom === 1} onClick={() => setView(WHOLE)}>
          <Maximize aria-hidden size={18} /> Fit
        </button>
      </div>
    </div>
  );
}
