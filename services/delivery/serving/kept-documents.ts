import { LRUCache } from "lru-cache";
import type { PayloadRow, Perspective } from "../../content/index.js";
import type { Budgets } from "./budgets.js";
import type { DocumentText } from "./document-text.js";
import { ownBytes } from "./shared-text.js";
import type { View } from "./view.js";

const MB = 2 ** 20;
/** Ways to read documents that texts are kept of, and the characters that name them. */
const READS = { max: 1000, maxSize: MB };
/** Bytes of an entry without its text, and of one of its holes. */
const ENTRY = 500;
const HOLE = 150;

interface Kept<T> {
  value: T;
  /** The project's revision that was known when it was read: it says what was said then, or later. */
  revision: number;
}

/** Documents that were read lately: payloads, and texts by the way they were read. */
export class KeptDocuments {
  readonly payloads: KeptPayloads;
  readonly #texts: KeptVersions<DocumentText>;
  readonly #reads = new LRUCache<string, number>({ ...READS, sizeCalculation: (_read, key) => key.length });
  #next = 0;

  constructor({ payloads, texts }: Pick<Budgets, "payloads" | "texts">) {
    this.payloads = new KeptPayloads(payloads);
    this.#texts = new KeptVersions(
      texts,
      ({ text, holes }) => text.bytes.length + HOLE * holes.length + ENTRY,
    );
  }

  get bytesOfTexts(): number {
    return this.#texts.bytes;
  }

  /** Texts of documents that the view reads alike; by what, the key says. */
  textsOf({ project, perspective, shape }: View, documentKey: string): KeptTexts {
    const key = `${project.id} ${perspective} ${shape.revision} ${documentKey}`;
    const known = this.#reads.get(key);
    const read = known ?? (this.#next += 1);
    if (known === undefined) this.#reads.set(key, read);
    const keyOf = (id: string) => `${read} ${id}`;
    return {
      ofVersion: (id, version) => this.#texts.ofVersion(keyOf(id), version),
      asOf: (view, id) => this.#texts.asOf(view, id, keyOf(id)),
      keep: ({ seen }, text) => this.#texts.keep(keyOf(text.id), text, seen.revision),
    };
  }
}

/** A row whose payload is bytes: as text it would be in the heap of JavaScript, which grows with what it holds. */
type PackedRow = Omit<PayloadRow, "payload"> & { bytes: Buffer };

class KeptPayloads {
  readonly #rows: KeptVersions<PackedRow>;

  constructor(maxBytes: number) {
    this.#rows = new KeptVersions(maxBytes, ({ bytes }) => bytes.length + ENTRY);
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  ofVersion(perspective: Perspective, id: string, version: number | undefined): PayloadRow | undefined {
    return unpack(this.#rows.ofVersion(`${perspective} ${id}`, version));
  }

  asOf(view: View, id: string): PayloadRow | undefined {
    return unpack(this.#rows.asOf(view, id, `${view.perspective} ${id}`));
  }

  /** Keeps a row that was read when this revision of the project was known. */
  keep(perspective: Perspective, row: PayloadRow, revision: number): PayloadRow {
    const { payload, ...rest } = row;
    this.#rows.keep(`${perspective} ${row.id}`, { ...rest, bytes: ownBytes(payload) }, revision);
    return row;
  }
}

function unpack(row: PackedRow | undefined): PayloadRow | undefined {
  if (row === undefined) return undefined;
  const { bytes, ...rest } = row;
  return { ...rest, payload: bytes.toString() };
}

export interface KeptTexts {
  ofVersion(id: string, version: number | undefined): DocumentText | undefined;
  asOf(view: View, id: string): DocumentText | undefined;
  keep(view: View, text: DocumentText): DocumentText;
}

/** What is kept of one version of each document. */
class KeptVersions<T extends { version: number; projectId: string }> {
  readonly #kept: LRUCache<string, Kept<T>>;

  constructor(maxSize: number, sizeOf: (value: T) => number) {
    this.#kept = new LRUCache({ maxSize, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** That of a version. */
  ofVersion(key: string, version: number | undefined): T | undefined {
    const value = this.#kept.get(key)?.value;
    return value?.version === version ? value : undefined;
  }

  /** That of the version that a view sees, when it surely is the newest one. */
  asOf({ project, perspective, revision }: View, id: string, key: string): T | undefined {
    const kept = this.#kept.get(key);
    if (kept?.value.projectId !== project.id) return undefined;
    const range = { after: kept.revision, upTo: revision, perspective };
    return project.log.isUntouched(id, range) ? kept.value : undefined;
  }

  /** Keeps what was read after the revision was. */
  keep(key: string, value: T, revision: number): T {
    this.#kept.set(key, { value, revision });
    return value;
  }
}
