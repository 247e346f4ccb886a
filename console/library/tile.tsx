import { memo } from "react";
import { nameOf, Thumb } from "../parts/thumb.js";
import type { Media } from "../queries.js";
import { ago, bytes } from "../words.js";

/** A file in the grid. */
export const Tile = memo(function Tile({ file, open }: { file: Media; open: (id: string) => void }) {
  return (
    <li>
      <button type="button" className="tile" onClick={() => open(file.storageId)}>
        <Thumb file={file} />
        <span className="tile-text">
          <span className="tile-name">{nameOf(file)}</span>
          <span className="soft small">
            {ago(file.createdAt)} · {bytes(file.sizeBytes)}
          </span>
        </span>
      </button>
    </li>
  );
});
