import { type CSSProperties, memo } from "react";
import { titleOf } from "../parts/makers.js";
import { Thumb } from "../parts/thumb.js";
import { useTurn } from "../parts/use-turn.js";
import type { Job, Media } from "../queries.js";
import { ago, bytes } from "../words.js";

interface Given {
  /** The file of the tile; undefined until it is read. */
  file: Media | undefined;
  /** The job that made the file, if it is among the newest jobs. */
  maker: Job | undefined;
  open: (id: string) => void;
  at: number;
  of: number;
  onFocus: (at: number) => void;
  reach: (element: HTMLElement | null) => void;
  style: CSSProperties;
}

/** Shows a file in the grid. */
export const Tile = memo(
  function Tile({ file, maker, open, at, of, onFocus, reach, style }: Given) {
    const isDrawn = useTurn(file !== undefined);
    return (
      <li aria-setsize={of} aria-posinset={at + 1} style={style}>
        {file === undefined || !isDrawn ? (
          <span className="skeleton tile" />
        ) : (
          <button
            type="button"
            className="tile"
            ref={reach}
            data-at={at}
            onFocus={() => onFocus(at)}
            onClick={() => open(file.storageId)}
          >
            <Thumb key={file.storageId} file={file} />
            <span className="tile-text">
              <span className="tile-name" title={titleOf(file, maker)}>
                {titleOf(file, maker)}
              </span>
              <span className="soft small tile-facts">
                <span>{ago(file.createdAt)}</span>
                <span className="number">{bytes(file.sizeBytes)}</span>
              </span>
            </span>
          </button>
        )}
      </li>
    );
  },
  // The style is compared by its values, because it is a new object in each render.
  (old, now) =>
    (["file", "maker", "open", "at", "of"] as const).every((name) => old[name] === now[name]) &&
    Object.entries(now.style).every(([name, value]) => old.style[name as keyof CSSProperties] === value),
);
