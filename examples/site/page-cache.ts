const MOST = 1000;

/** Pages as they were made, until a webhook says that what they show has changed. */
export class PageCache {
  readonly #pages = new Map<string, string>();
  #changes = 0;

  /** The page of a path, from the cache or made now. Null is not kept: what does not exist now may exist soon. */
  async get(
    path: string,
    make: () => Promise<string | null>,
  ): Promise<{ html: string | null; isHit: boolean }> {
    const kept = this.#pages.get(path);
    if (kept !== undefined) return { html: kept, isHit: true };
    const before = this.#changes;
    const html = await make();
    // A page that was read while a change came in may be the one before the change.
    if (html !== null && before === this.#changes) {
      const [oldest] = this.#pages.keys();
      if (this.#pages.size >= MOST && oldest !== undefined) this.#pages.delete(oldest);
      this.#pages.set(path, html);
    }
    return { html, isHit: false };
  }

  /** Forgets pages; the next reader gets them made anew. */
  drop(...paths: readonly string[]): void {
    this.#changes += 1;
    for (const path of paths) this.#pages.delete(path);
  }
}
