import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Columns2, X } from "lucide-react";
import { object } from "../../library/object.js";
import { nameOf, Thumb } from "../../parts/thumb.js";
import { choose, toAddress, useChosen } from "./choice.js";

/** Shows the results that are chosen for a comparison, always in view while the list scrolls. */
export function Tray() {
  const chosen = useChosen();
  const files = useQueries({ queries: chosen.map(({ storageId }) => object(storageId)) });
  if (chosen.length === 0) return null;
  return (
    <section className="tray" aria-label="To compare">
      <ul>
        {chosen.map((one, at) => {
          const file = files[at]?.data?.object;
          return (
            <li key={one.storageId}>
              {file !== undefined && <Thumb file={file} />}
              {file === undefined && (
                <span className={files[at]?.error == null ? "skeleton thumb" : "thumb"} />
              )}
              <button
                type="button"
                className="button icon"
                aria-label={`Remove ${file === undefined ? "the file" : nameOf(file)}`}
                onClick={() => choose(chosen.filter((other) => other !== one))}
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          );
        })}
      </ul>
      <p className={chosen.length === 1 ? "small" : "unseen"} role="status">
        {chosen.length === 1 ? "Choose another one to compare." : `${chosen.length} to compare`}
      </p>
      {chosen.length > 1 && (
        <Link to="/app/generate/compare" search={{ of: toAddress(chosen) }} className="button main">
          <Columns2 aria-hidden size={18} /> Compare {chosen.length}
        </Link>
      )}
      <button type="button" className="button plain" onClick={() => choose([])}>
        Clear
      </button>
    </section>
  );
}
