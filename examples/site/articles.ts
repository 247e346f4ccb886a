import { createKiln, type DeliveredDocument, type Kiln, NotFoundError } from "../../sdk/index.js";
import type { Block } from "./portable-text.js";

/**
 * An article as delivery gives it. `kiln types` writes such types for any project (docs/typescript.md); these are by hand, so
 * that the site starts with a project that has nothing yet. Drafts may lack any field.
 */
export type Article = DeliveredDocument & {
  title?: string;
  teaser?: string;
  body?: Block[];
  picture?: { storageId: string; url?: string };
};

/** Reads the articles of a project with one token. */
export class Articles {
  readonly #kiln: Kiln;
  readonly #projectId: string;

  constructor(url: string, projectId: string, token: string) {
    this.#kiln = createKiln({ url, key: token });
    this.#projectId = projectId;
  }

  /** The newest ones. A preview token gives drafts too. */
  async newest(): Promise<Article[]> {
    const projectId = this.#projectId;
    const { documents } = await this.#kiln.delivery.listDocuments({ projectId, type: "article", limit: 50 });
    return documents;
  }

  /** Null where readers of this token have no such article. */
  async find(id: string): Promise<Article | null> {
    try {
      const { document } = await this.#kiln.delivery.getDocument({ projectId: this.#projectId, id });
      return document._type === "article" ? document : null;
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }
}
