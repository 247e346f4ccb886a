import { LRUCache } from "lru-cache";
import { ownBytes } from "../../../engines/response-cache/index.js";
import type { PayloadRow, Perspective } from "../../content/index.js";
import type { DocumentText } from "./document-text.js";
import type { ReadScope } from "./read-scope.js";

const MB = 2 ** 20;
/** The most ways of reading for which texts are cached, and the most characters of their keys. */
const READS = { max: 1000, maxSize: MB };
/** The bytes of an entry without its text, and of one of its placeholders. */
const ENTRY = 500;
const PLACEHOLDER = 150;

/** Documents that were read lately: their payloads, and their texts by the way in which they were read. */
export class CachedDocuments {
  readonly payloads: CachedPayloads;
  readonly #texts: VersionCache<DocumentText>;
  readonly #reads = new LRUCache<string, number>({ ...READS, sizeCalculation: (_read, key) => key.length });
  #next = 0;

  /** Makes the caches; both budgets are in bytes. */
  constructor({ payloads, texts }: { payloads: number; texts: number }) {
    this.payloads = new CachedPayloads(payloads);
    this.#texts = new VersionCache(texts, (text) => sizeOf(text) + ENTRY);
  }

  get bytesOfTexts(): number {
    return this.#texts.bytes;
  }

  /**
   * Returns the cached texts of documents that were read in the way that the key names, for the context's
   * project, perspective and model. A text that is found or made counts as retained by the context's response.
   */
  textsOf(reader: ReadScope, documentKey: string): CachedTexts {
    const { project, perspective, model } = reader;
    const key = `${project.id} ${perspective} ${model.revision} ${documentKey}`;
    const known = this.#reads.get(key);
    const read = known ?? (this.#next += 1);
    if (known === undefined) this.#reads.set(key, read);
    const keyOf = (id: string) => `${read} ${id}`;
    const retained = <T extends DocumentText | undefined>(text: T): T => {
      if (text !== undefined) reader.retain(sizeOf(text));
      return text;
    };
    return {
      ofVersion: (id, version) => retained(this.#texts.ofVersion(keyOf(id), version)),
      asOf: (scope, id) => retained(this.#texts.newest(keyOf(id), isUntouched(scope, id))),
      keep: ({ seen }, text) => retained(this.#texts.keep(keyOf(text.id), text, seen.revision)),
    };
  }
}

const sizeOf = ({ text, placeholders }: DocumentText): number =>
  text.bytes.length + PLACEHOLDER * placeholders.length;

export interface CachedTexts {
  /** Returns the text of a version. */
  ofVersion(id: string, version: number | undefined): DocumentText | undefined;
  /** Returns the text that the context sees, if the cached one is surely the newest. */
  asOf(scope: ReadScope, id: string): DocumentText | undefined;
  keep(scope: ReadScope, text: DocumentText): DocumentText;
}

/** A row whose payload is a buffer, because a string would enlarge the heap of JavaScript. */
type PackedRow = Omit<PayloadRow, "payload"> & { bytes: Buffer };

class CachedPayloads {
  readonly #rows: VersionCache<PackedRow>;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#rows = new VersionCache(maxBytes, ({ bytes }) => bytes.length + ENTRY);
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  ofVersion(perspective: Perspective, id: string, version: number | undefined): PayloadRow | undefined {
    return unpack(this.#rows.ofVersion(`${perspective} ${id}`, version));
  }

  asOf(scope: ReadScope, id: string): PayloadRow | undefined {
    return unpack(this.#rows.newest(`${scope.perspective} ${id}`, isUntouched(scope, id)));
  }

  /** Caches a row that was read when the given revision of the project was known. */
  keep(perspective: Perspective, row: PayloadRow, revision: number): PayloadRow {
    const { payload, ...rest } = row;
    // A copy of what the cache cannot hold would be made in vain.
    if (payload.length > this.#maxBytes) return row;
    this.#rows.keep(`${perspective} ${row.id}`, { ...rest, bytes: ownBytes(payload) }, revision);
    return row;
  }
}

function unpack(row: PackedRow | undefined): PayloadRow | undefined {
  if (row === undefined) return undefined;
  const { bytes, ...rest } = row;
  return { ...rest, payload: bytes.toString() };
}

/** Tells whether a document that was read at a revision of the project is still what the context sees. */
const isUntouched =
  ({ project, perspective, revision }: ReadScope, id: string) =>
  ({ projectId }: { projectId: string }, after: number): boolean =>
    projectId === project.id && project.log.isUntouched(id, { after, upTo: revision, perspective });

interface Cached<T> {
  value: T;
  /** The revision that was known when the value was read. The value is from this revision or a later one. */
  revision: number;
}

/** Caches one version of each of many values within a memory budget; evicts the least recently used. */
class VersionCache<T extends { version: number }> {
  readonly #cached: LRUCache<string, Cached<T>>;

  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#cached = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /** Returns the value if the cached one has the given version. */
  ofVersion(key: string, version: number | undefined): T | undefined {
    const value = this.#cached.get(key)?.value;
    return value?.version === version ? value : undefined;
  }

  /**
   * Returns the value if `isNewest`, called with the revision at which the value was read, says that it is
   * still the newest.
   */
  newest(key: string, isNewest: (value: T, revision: number) => boolean): T | undefined {
    const cached = this.#cached.get(key);
    return cached !== undefined && isNewest(cached.value, cached.revision) ? cached.value : undefined;
  }

  /** Caches a value that was read when the given revision was known. */
  keep(key: string, value: T, revision: number): T {
    this.#cached.set(key, { value, revision });
    return value;
  }
}
