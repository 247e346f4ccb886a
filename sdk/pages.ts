/** Where a page begins, and how long it is. */
export interface PageRequest {
  limit: number;
  offset: number;
}

/**
 * Everything that a list has, page by page, as it is asked for: `for await (const job of pages(read))`. It ends with the page
 * that is not full. What is added in front meanwhile may show an item twice; none is left out unless one is removed.
 */
export async function* pages<Item>(
  read: (page: PageRequest) => Promise<readonly Item[]>,
  { limit = 100, offset = 0 }: Partial<PageRequest> = {},
): AsyncGenerator<Item, void, undefined> {
  for (let at = offset; ;) {
    const items = await read({ limit, offset: at });
    yield* items;
    at += items.length;
    if (items.length < limit) return;
  }
}
