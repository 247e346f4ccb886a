/**
 * Returns the paging options for infiniteQueryOptions of a list that answers `total`; `count` returns the
 * number of items in a page.
 */
export const byOffset = <Page extends { total: number }>(count: (page: Page) => number) => ({
  initialPageParam: 0,
  getNextPageParam: (last: Page, _pages: Page[], offset: number) =>
    count(last) > 0 && offset + count(last) < last.total ? offset + count(last) : null,
});
