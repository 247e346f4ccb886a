interface Given {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  shown: number;
  total: number;
}

/** Shows the button that reads the next page of a list. */
export function ShowMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, shown, total }: Given) {
  if (!hasNextPage) return null;
  return (
    <p className="more">
      <button
        type="button"
        className="button"
        aria-disabled={isFetchingNextPage}
        onClick={() => !isFetchingNextPage && void fetchNextPage()}
      >
        {isFetchingNextPage ? "Asks for more …" : `Show more (${shown} of ${total})`}
      </button>
    </p>
  );
}
