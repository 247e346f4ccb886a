import { tmpdir } from "node:os";
import { ServiceError } from "../../../contracts/errors.js";
import type { Host } from "../../../runtime/process/host.js";
import { type Change, readHead } from "../../changes/index.js";
import { type ContentType, type Perspective, readPayloads } from "../../content/index.js";
import {
  type DocumentChange,
  type DocumentIndex,
  type Evictable,
  IndexBusy,
  IndexCache,
  IndexContended,
  IndexOutgrown,
  type IndexPage,
  type IndexPlan,
  type IndexQuery,
  openDocumentIndex,
  type OwnersTurns,
  readsAlike,
  TaskPool,
} from "../../../engines/document-index/index.js";
import { type Decoding, planIndex } from "../indexing/plan-index.js";
import type { CachedDocuments } from "./cached-documents.js";
import type { ContentModel, LoggedProject } from "./read-scope.js";
import { scanType } from "./scan-type.js";

const BATCH = 500;

interface Options {
  host: Pick<Host, "read" | "config">;
  project: LoggedProject;
  /** The owner of the project, whose turns its indexes take. */
  ownerId: string;
  type: Pick<ContentType, "id">;
  plan: IndexPlan;
  perspective: Perspective;
  /** The cache that keeps rows of changed documents, for the requests that find these documents. */
  documents: CachedDocuments;
  maxBytes: number;
  folder: string;
  pool: TaskPool;
  builds: OwnersTurns;
}

/** The error of a document index that lacks changes to follow the project, and has to be opened anew. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

interface Asked {
  project: LoggedProject;
  ownerId: string;
  model: ContentModel;
  type: ContentType;
  perspective: Perspective;
  revision: number;
}

/** The document indexes of types, each opened when it is first asked for. */
export class TypeContents {
  readonly #given: Pick<Options, "host" | "documents" | "maxBytes" | "folder" | "pool">;
  readonly #indexes: IndexCache<TypeContent, IndexPlan>;
  readonly #plans = new WeakMap<ContentType, IndexPlan<Decoding>>();

  /** Makes the document indexes. Both budgets are in bytes: that of all indexes, and that of one index. */
  constructor(
    host: Pick<Host, "config" | "read">,
    documents: CachedDocuments,
    { indexes, index }: { indexes: number; index: number },
  ) {
    this.#given = { host, documents, maxBytes: index, folder: tmpdir(), pool: new TaskPool() };
    this.#indexes = new IndexCache(indexes);
  }

  get bytes(): number {
    return this.#indexes.bytes;
  }

  /** Finds documents of a type at the revision or a later one. */
  async find(asked: Asked, query: IndexQuery): Promise<IndexPage> {
    const { project, ownerId, model, type, perspective, revision } = asked;
    const plan = this.#planOf(type, model);
    const { builds } = this.#indexes;
    const options = { ...this.#given, builds, project, ownerId, type, plan, perspective };
    const wanted = {
      name: `${type.id} ${perspective}`,
      plan,
      owner: ownerId,
      revision: model.revision,
      fits: (other: IndexPlan) => readsAlike(other, plan, query),
      open: () => TypeContent.open(options),
    };
    for (;;) {
      let used: TypeContent | null = null;
      try {
        return await this.#indexes.use(wanted, (content) => {
          used = content;
          return content.query(query, revision);
        });
      } catch (error) {
        const isOutdated = error instanceof Outdated || error instanceof IndexOutgrown;
        // An index that is opened from now on is newer than the revision.
        if (!isOutdated || used === null) throw withCode(error);
        this.#indexes.drop(used);
      }
    }
  }

  #planOf(type: ContentType, { locales }: ContentModel): IndexPlan {
    const known = this.#plans.get(type);
    if (known?.decoding.locales === locales) return known;
    const made = planIndex(type.schema, locales);
    this.#plans.set(type, made);
    return made;
  }

  async close(): Promise<void> {
    await this.#indexes.close();
    await this.#given.pool.stop();
  }
}

const unavailable = (message: string, retryAfterSeconds: number, cause: Error): ServiceError =>
  new ServiceError("unavailable", message, { cause, details: { retryAfterSeconds } });

/**
 * Returns the error for the caller: `unavailable` where the index was always replaced meanwhile, or many queries of
 * the owner wait.
 */
export function withCode(error: unknown): unknown {
  if (error instanceof IndexContended)
    return unavailable("The content type changes all the time. Retry later.", 1, error);
  if (error instanceof IndexBusy)
    return unavailable("Many queries of this owner's projects are being prepared. Retry later.", 2, error);
  return error;
}

/** The documents of one type in a perspective: a document index, and the revision that it has reached. */
export class TypeContent implements Evictable {
  readonly #options: Options;
  readonly #index: DocumentIndex;
  #revision: number;
  #following: Promise<void> = Promise.resolve();

  constructor(options: Options, index: DocumentIndex, revision: number) {
    this.#options = options;
    this.#index = index;
    this.#revision = revision;
  }

  static async open(options: Options): Promise<TypeContent> {
    // Changes that are made while the scan runs have later revisions, and are applied to its result.
    const { revision } = await readHead(options.host.read, options.project.id);
    const { host, type, perspective, plan, maxBytes, folder, pool, builds, ownerId: owner } = options;
    const source = scanType(host.read, type.id, perspective);
    const index = await openDocumentIndex({ plan, source, maxBytes, folder, pool, owner, builds });
    return new TypeContent(options, index, revision);
  }

  get bytes(): number {
    return this.#index.bytes;
  }

  /** Answers a query at the revision or a later one. Throws Outdated and IndexOutgrown. */
  async query(query: IndexQuery, revision: number): Promise<IndexPage> {
    if (this.#revision < revision) {
      const following = this.#following.then(() => this.#follow(revision));
      this.#following = following.catch(() => {});
      await following;
    }
    return this.#index.query(query);
  }

  async #follow(revision: number): Promise<void> {
    if (this.#revision >= revision) return;
    const { project, type, perspective, documents, host } = this.#options;
    const changes = await project.log.since(this.#revision, revision);
    if (changes === null) throw new Outdated();
    const ids = documentsOf(changes, type.id, perspective);
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const gone = new Set(batch);
      for await (const rows of readPayloads(host.read, project.id, perspective, batch)) {
        for (const row of rows) documents.payloads.keep(perspective, row, revision);
        // The id of a deleted document may have been used again, for a document of another type.
        const own = rows.filter(({ typeId }) => typeId === type.id);
        for (const { id } of own) gone.delete(id);
        await this.#index.apply(own.map((row): DocumentChange => ({ id: row.id, row })));
      }
      if (gone.size > 0) await this.#index.apply([...gone].map((id): DocumentChange => ({ id, row: null })));
    }
    this.#revision = changes.at(-1)?.revision ?? revision;
  }

  shrink(bytes: number): void {
    this.#index.shrink(bytes);
  }

  close(): Promise<void> {
    return this.#index.close();
  }
}

function documentsOf(changes: readonly Change[], typeId: string, perspective: Perspective): string[] {
  const ids = changes
    .filter((change) => change.kind === "document" && change.typeId === typeId)
    .filter((change) => perspective === "drafts" || change.isPublished)
    .flatMap(({ documentId }) => (documentId === null ? [] : [documentId]));
  return [...new Set(ids)];
}
