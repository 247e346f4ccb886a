import { useState } from "react";
import { usePinned } from "../../library/use-pinned.js";
import { nameOf } from "../../parts/thumb.js";
import type { Item } from "./items.js";
import type { PlayingTogether } from "./use-together.js";
import type { View } from "./view.js";

interface Given {
  item: Item;
  at: number;
  view: View;
  /** The kind of all compared items; undefined until it is read. */
  kind: Item["kind"];
  playing: PlayingTogether;
}

/** Shows a picture or a film in its frame with the enlargement and position of `view`. */
export function Shot({
  item: { file: fresh, error, kind: own },
  at,
  kind,
  view,
  playing: { together, heard },
}: Given) {
  const [hold] = useState(() => (video: HTMLVideoElement | null) => together.hold(at, video));
  const { file, renew } = usePinned(fresh);
  if (error !== null) return <p className="soft no-shot">This file was deleted or is not shared with you.</p>;
  if (file === undefined) return <span className="skeleton shot" />;
  if (own !== kind) return <p className="soft no-shot">This file is of another kind.</p>;
  const place = { transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})` };
  return (
    <>
      {own === "video" ? (
        <video
          ref={hold}
          className="shot"
          style={place}
          src={file.url}
          aria-label={`${at + 1}: ${nameOf(file)}`}
          playsInline
          preload="auto"
          muted={heard !== at}
          onError={renew}
        />
      ) : (
        <img
          className="shot"
          style={place}
          src={file.url}
          alt={`${at + 1}: ${nameOf(file)}`}
          draggable={false}
          onError={renew}
          decoding="async"
        />
      )}
      <span className="shot-number" data-side={at}>
        {at + 1}
      </span>
    </>
  );
}
