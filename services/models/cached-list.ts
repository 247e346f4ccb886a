import type { Model } from "../../contracts/models.js";
import type { Catalog, Snapshot } from "./catalog.js";
import { listModels, type ModelQuery } from "./list-models.js";

interface Page {
  models: Model[];
  total: number;
}

const MAX_PAGES = 500;

/**
 * Returns pages of the catalog, cached while it stays the same: each query gets the same frozen object, whose
 * text the edge caches too.
 */
export function cachedList(catalog: Catalog): (query: ModelQuery) => Page {
  let of: Snapshot | null = null;
  let pages = new Map<string, Page>();
  return (query) => {
    if (of !== catalog.snapshot) {
      of = catalog.snapshot;
      pages = new Map();
    }
    const key = `${query.kind ?? ""}/${query.limit ?? ""}/${query.offset ?? ""}`;
    let page = pages.get(key);
    if (page === undefined) {
      page = Object.freeze(listModels([...of.models.values()], query));
      if (pages.size < MAX_PAGES) pages.set(key, page);
    }
    return page;
  };
}
