/** How many bytes the caches of delivery may take in a process. */
export interface Budgets {
  /** All read models, and one of them. */
  models: number;
  model: number;
  /** Rendered answers, and those of them that lie in one piece. */
  bodies: number;
  joined: number;
  /** The same compressed. */
  encoded: number;
  /** Documents as they were read, and as texts. */
  payloads: number;
  texts: number;
  media: number;
  /** Texts of queries that clients registered by their hash. */
  persisted: number;
}

/** Whatever the read models may take (DELIVERY_MEMORY_MB), the rest follows in proportion. */
export const budgetsOf = (models: number): Budgets => ({
  models,
  model: (models * 3) / 4,
  bodies: models / 16,
  joined: models / 64,
  encoded: models / 32,
  payloads: models / 128,
  texts: models / 16,
  media: models / 64,
  persisted: models / 16,
});
