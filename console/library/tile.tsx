import { type CSSProperties, memo } from "react";
import { nameOf, Thumb } from "../parts/thumb.js";
import type { Media } from "../queries.js";
import { ago, bytes } from "../words.js";

interface Given {
  /** Undefined until it is read. */
  file: Media | undefined;
  open: (id: string) => void;
  at: number;
  of: number;
  onFocus: (at: number) => void;
  style: CSSProperties;
}

/** A file in the grid. */
export const Tile = memo(
  function Tile({ file, open, at, of, onFocus, style }: Given) {
    return (
      <li aria-setsize={of} aria-posinset={at + 1} style={style}>
        {file === undefined ? (
          <span className="skeleton tile" />
        ) : (
          <button
            type="button"
            className="tile"
            data-at={at}
            onFocus={() => onFocus(at)}
            onClick={() => open(file.storageId)}
          >
            <Thumb key={file.storageId} file={file} />
            <span className="tile-text">
              <span className="tile-name">{nameOf(file)}</span>
              <span className="soft small">
                {ago(file.createdAt)} · {bytes(file.sizeBytes)}
              </span>
            </span>
          </button>
        )}
      </li>
    );
  },
  // The place is a new object each time.
  (old, now) =>
    (["file", "open", "at", "of"] as const).every((name) => old[name] === now[name]) &&
    Object.entries(now.style).every(([name, value]) => old.style[name as keyof CSSProperties] === value),
);
