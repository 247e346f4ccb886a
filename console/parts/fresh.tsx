import { RotateCw } from "lucide-react";

/** Shows the button that reads the data of a page again; the old data stays meanwhile. */
export function Fresh({ isFetching, again }: { isFetching: boolean; again: () => unknown }) {
  return (
    <button
      type="button"
      className="button plain icon"
      aria-label="Refresh"
      aria-disabled={isFetching}
      onClick={() => !isFetching && void again()}
    >
      <RotateCw aria-hidden size={18} />
    </button>
  );
}
