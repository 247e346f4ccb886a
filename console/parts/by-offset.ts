/** How a list that answers `total` goes on, for infiniteQueryOptions; `count` is how many one answer has. */
export const byOffset = <Page extends { total: number }>(count: (page: Page) => number) => ({
  initialPageParam: 0,
  getNextPageParam: (last: Page, _pages: Page[], offset: number) =>
    count(last) > 0 && offset + count(last) < last.total ? offset + count(last) : null,
});
