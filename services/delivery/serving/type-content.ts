import { setImmediate } from "node:timers/promises";
import type { Host } from "../../../runtime/process/host.js";
import { type Change, readHead } from "../../changes/index.js";
import {
  type ContentType,
  type PayloadRow,
  type Perspective,
  readPayloads,
  scanPayloads,
} from "../../content/index.js";
import {
  type DocumentChange,
  type DocumentIndex,
  type Evictable,
  type IndexPage,
  type IndexPlan,
  type IndexQuery,
  openDocumentIndex,
  type RowSource,
  type TaskPool,
} from "../../../engines/document-index/index.js";
import type { CachedDocuments } from "./cached-documents.js";
import type { ProjectContent } from "./read-context.js";

const BATCH = 500;

interface Options {
  host: Pick<Host, "read" | "config">;
  project: ProjectContent;
  type: Pick<ContentType, "id">;
  plan: IndexPlan;
  perspective: Perspective;
  /** Rows of changed documents that were read, for the requests that find these documents. */
  documents: CachedDocuments;
  maxBytes: number;
  folder: string;
  pool: TaskPool;
}

/** The read model of a type cannot follow, for changes are missing: it has to be opened anew. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** The documents of one type as a perspective sees them: a read model, and how far it has followed the project. */
export class TypeContent implements Evictable {
  readonly #options: Options;
  readonly #model: DocumentIndex;
  #revision: number;
  #following: Promise<void> = Promise.resolve();

  constructor(options: Options, model: DocumentIndex, revision: number) {
    this.#options = options;
    this.#model = model;
    this.#revision = revision;
  }

  static async open(options: Options): Promise<TypeContent> {
    // changes while the scan runs come after this revision, and are applied over what it found
    const { revision } = await readHead(options.host.read, options.project.id);
    const { plan, maxBytes, folder, pool } = options;
    const model = await openDocumentIndex({ plan, source: sourceOf(options), maxBytes, folder, pool });
    return new TypeContent(options, model, revision);
  }

  get bytes(): number {
    return this.#model.bytes;
  }

  /** Answers as of the revision or later. Throws Outdated. */
  async query(query: IndexQuery, revision: number): Promise<IndexPage> {
    if (this.#revision < revision) {
      const following = this.#following.then(() => this.#follow(revision));
      this.#following = following.catch(() => {});
      await following;
    }
    return this.#model.query(query);
  }

  async #follow(revision: number): Promise<void> {
    if (this.#revision >= revision) return;
    const { project, type, perspective, documents, host } = this.#options;
    const changes = await project.log.since(this.#revision, revision);
    if (changes === null) throw new Outdated();
    const ids = documentsOf(changes, type.id, perspective);
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const rows = await readPayloads(host.read, project.id, perspective, batch);
      for (const row of rows.values()) documents.payloads.keep(perspective, row, revision);
      const changed = batch.map((id): DocumentChange => {
        const row = rows.get(id);
        // an id that was deleted may have been made again, as a document of another type
        return { id, row: row?.typeId === type.id ? row : null };
      });
      await this.#model.apply(changed);
    }
    this.#revision = changes.at(-1)?.revision ?? revision;
  }

  shrink(bytes: number): void {
    this.#model.shrink(bytes);
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}

function documentsOf(changes: readonly Change[], typeId: string, perspective: Perspective): string[] {
  const ids = changes
    .filter((change) => change.kind === "document" && change.typeId === typeId)
    .filter((change) => perspective === "drafts" || change.isPublished)
    .flatMap(({ documentId }) => (documentId === null ? [] : [documentId]));
  return [...new Set(ids)];
}

/** The limits of one read: rows, and characters as estimated from the rows before. */
const SCAN = { first: 50, most: 500, characters: 512 * 1024 };

const sourceOf = ({ host, type, perspective }: Options): RowSource =>
  async function* () {
    let after: PayloadRow | null = null;
    for (let limit = SCAN.first; ;) {
      const rows: PayloadRow[] = await scanPayloads(host.read, type.id, perspective, after, limit);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      after = rows.at(-1) ?? null;
      const characters = rows.reduce((sum, { payload }) => sum + payload.length, 0);
      limit = Math.max(1, Math.min(SCAN.most, Math.floor((SCAN.characters * limit) / characters)));
      // an embedded database answers without leaving the event loop
      await setImmediate();
    }
  };
