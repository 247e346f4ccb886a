import type { DocumentNode } from "graphql";
import { LRUCache } from "lru-cache";

/** Of all queries that are kept. Parsed, one takes 125 to 250 bytes a character. */
const MAX_CHARACTERS = 150_000;

/** The queries that were found valid for one schema, by their text. */
export interface SchemaQueries {
  get(query: string): DocumentNode | undefined;
  set(query: string, document: DocumentNode): void;
}

/** Parsed queries that were found valid, in one budget for the schemas of all projects. */
export class ValidQueries {
  readonly #kept: LRUCache<string, DocumentNode>;
  #schemas = 0;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#kept = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_document, key) => key.length });
  }

  /** Characters that are kept. */
  get size(): number {
    return this.#kept.calculatedSize;
  }

  /** Those of a schema that has none yet. */
  ofNewSchema(): SchemaQueries {
    const schema = (this.#schemas += 1);
    return {
      get: (query) => this.#kept.get(`${schema} ${query}`),
      set: (query, document) => void this.#kept.set(`${schema} ${query}`, document),
    };
  }
}
