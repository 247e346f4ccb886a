import type { DocumentNode } from "graphql";
import { LRUCache } from "lru-cache";

/**
 * Most characters of all cached queries together. A parsed query takes 125 to 250 bytes for each character.
 */
const MAX_CHARACTERS = 150_000;

/** Queries that were found valid for one schema, by their text. */
export interface SchemaQueries {
  get(query: string): DocumentNode | undefined;
  set(query: string, document: DocumentNode): void;
}

/** Parsed queries that were found valid, in one budget for the schemas of all projects. */
export class ValidQueries {
  readonly #cached: LRUCache<string, DocumentNode>;
  #schemas = 0;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#cached = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_document, key) => key.length });
  }

  /** Number of characters that are cached. */
  get size(): number {
    return this.#cached.calculatedSize;
  }

  /** Returns the empty set of queries of a new schema. */
  ofNewSchema(): SchemaQueries {
    const schema = (this.#schemas += 1);
    return {
      get: (query) => this.#cached.get(`${schema} ${query}`),
      set: (query, document) => void this.#cached.set(`${schema} ${query}`, document),
    };
  }
}
