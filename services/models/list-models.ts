import type { Kind, Model } from "../../contracts/models.js";

export interface ModelQuery {
  kind?: Kind | undefined;
  /**
   * Length of the page, 1 to 500; left out: the whole catalog, without regard to `offset` (rules/edge 28).
   */
  limit?: number | undefined;
  offset?: number | undefined;
}

/**
 * Returns a page of the enabled models, ordered by id, code point by code point; `total` counts all that
 * match.
 */
export function listModels(catalog: readonly Model[], query: ModelQuery): { models: Model[]; total: number } {
  const matching = catalog
    .filter((model) => model.enabled && (query.kind === undefined || model.kind === query.kind))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const { limit, offset = 0 } = query;
  return {
    models: limit === undefined ? matching : matching.slice(offset, offset + limit),
    total: matching.length,
  };
}
