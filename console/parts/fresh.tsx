import { RotateCw } from "lucide-react";

/** Asks for a page's data again; the page stays while it is asked. */
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
