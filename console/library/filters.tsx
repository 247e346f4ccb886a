import { useNavigate } from "@tanstack/react-router";
import type { MediaKind } from "../queries.js";

const KINDS: readonly { kind: MediaKind | null; label: string }[] = [
  { kind: null, label: "All" },
  { kind: "image", label: "Pictures" },
  { kind: "video", label: "Films" },
  { kind: "audio", label: "Sounds" },
];

/** Chooses the kind and the order of the files; the address holds both. */
export function Filters({ kind, sort }: { kind: MediaKind | null; sort: "size" | null }) {
  const navigate = useNavigate();
  const show = (next: MediaKind | null, order: "size" | null) =>
    void navigate({
      to: "/app/library",
      search: { ...(next !== null && { kind: next }), ...(order !== null && { sort: order }) },
      replace: true,
    });
  return (
    <div className="filters">
      <fieldset>
        <legend className="unseen">Kind</legend>
        <div className="choices">
          {KINDS.map((one) => (
            <label key={one.label}>
              <input
                type="radio"
                className="unseen"
                name="kind"
                checked={one.kind === kind}
                onChange={() => show(one.kind, sort)}
              />
              {one.label}
            </label>
          ))}
        </div>
      </fieldset>
      <select
        className="input"
        aria-label="Order"
        value={sort ?? "newest"}
        onChange={({ target }) => show(kind, target.value === "size" ? "size" : null)}
      >
        <option value="newest">Newest first</option>
        <option value="size">Largest first</option>
      </select>
    </div>
  );
}
