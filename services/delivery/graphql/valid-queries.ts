import type { DocumentNode } from "graphql";
import { LRUCache } from "lru-cache";

/** The most characters of all cached queries together. A parsed query takes 125 to 250 bytes a character. */
const MAX_CHARACTERS = 150_000;

/** The queries that were found valid for one schema, by their text. */
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

  /** Characters that are cached. */
  get size(): number {
    return this.#cached.calculatedSize;
  }

  /** The empty set of queries, for a schema that has none yet. */
  ofNewSchema(): SchemaQueries {
    const schema = (this.#schemas += 1);
    return {
      get: (query) => this.#cached.get(`${schema} ${query}`),
      set: (query, document) => void this.#cached.set(`${schema} ${query}`, document),
    };
  }
}
