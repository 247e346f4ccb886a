/** The first item of a page, and the number of its items. */
export interface PageRequest {
  limit: number;
  offset: number;
}

/**
 * Yields all items of a list and reads each page when it is needed: `for await (const job of pages(read))`.
 * It ends after a page that is not full. An item that is added in front meanwhile may show another item
 * twice; an item is skipped only if one is removed.
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
