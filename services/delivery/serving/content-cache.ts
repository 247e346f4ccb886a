import { LRUCache } from "lru-cache";
import { tmpdir } from "node:os";
import type { Host } from "../../../runtime/process/host.js";
import { compressor, SpareShare } from "../../../runtime/http/compression/compressor.js";
import { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import { type ContentType, type PayloadRow, type Perspective, readPayloads } from "../../content/index.js";
import {
  IndexCache,
  IndexContended,
  type IndexPage,
  type IndexPlan,
  type IndexQuery,
  readsAlike,
  TaskPool,
} from "../../../engines/document-index/index.js";
import { ServiceError } from "../../../contracts/errors.js";
import { type Decoding, planIndex } from "../indexing/plan-index.js";
import { boundsOf, PersistedQueries } from "../../../runtime/http/persisted-queries.js";
import { ResponseCache } from "../../../engines/response-cache/index.js";
import type { CachedDependencies } from "./cache-dependencies.js";
import { CachedDocuments } from "./cached-documents.js";
import { CachedMedia } from "./cached-media.js";
import { ParsedRequests } from "../rest/parsed-requests.js";
import { ProjectContent, type ContentModel } from "./read-context.js";
import { Outdated, TypeContent } from "./type-content.js";

const PROJECTS = 1000;

/** How many bytes the caches of delivery may take in a process. */
interface Budgets {
  /** All indexes, and one of them. */
  indexes: number;
  index: number;
  /** Rendered responses, and those of them that lie in one piece. */
  responses: number;
  joined: number;
  /** The compressed responses. */
  encoded: number;
  /** Documents as they were read, and as texts. */
  payloads: number;
  texts: number;
  media: number;
  /** Texts of queries that clients registered by their hash. */
  persisted: number;
}

/** Whatever the indexes may take (DELIVERY_MEMORY_MB), the rest follows in proportion. */
const budgetsOf = (indexes: number): Budgets => ({
  indexes,
  index: (indexes * 3) / 4,
  responses: indexes / 16,
  joined: indexes / 64,
  encoded: indexes / 32,
  payloads: indexes / 128,
  texts: indexes / 16,
  media: indexes / 64,
  persisted: indexes / 16,
});

interface Asked {
  project: ProjectContent;
  model: ContentModel;
  type: ContentType;
  perspective: Perspective;
  revision: number;
}

/** What a process keeps of content to deliver it fast. All of it can be thrown away at any time. */
export class ContentCache {
  readonly host: Host;
  readonly documents: CachedDocuments;
  readonly media: CachedMedia;
  readonly responses: ResponseCache<CachedDependencies>;
  readonly persisted: PersistedQueries;
  readonly requests = new ParsedRequests();
  readonly #projects = new LRUCache<string, ProjectContent>({ max: PROJECTS });
  readonly #indexes: IndexCache<TypeContent, IndexPlan>;
  readonly #budgets: Budgets;
  readonly #singles = new LRUCache<string, SharedRead<PayloadRow>>({ max: PROJECTS });
  readonly #plans = new WeakMap<ContentType, IndexPlan<Decoding>>();
  readonly #pool = new TaskPool();

  constructor(host: Host) {
    this.host = host;
    this.#budgets = budgetsOf(host.config.deliveryMemoryBytes);
    this.documents = new CachedDocuments(this.#budgets);
    this.media = new CachedMedia(this.#budgets.media);
    const spare = new SpareShare();
    this.responses = new ResponseCache(this.#budgets, {
      compress: (encoding, bytes, body) => compressor.compress(encoding, bytes, body),
      take: (bytes) => spare.take(bytes),
    });
    this.persisted = new PersistedQueries(boundsOf(this.#budgets.persisted));
    this.#indexes = new IndexCache(this.#budgets.indexes);
  }

  /** A project as of a revision that was read after the request came. */
  projectAt(id: string, revision: number): ProjectContent {
    const known = this.#projects.get(id) ?? new ProjectContent(this.host, id, revision);
    this.#projects.set(id, known);
    return known;
  }

  /** Reads single documents of a project; requests that wait at the same time share a query. */
  singleRows(projectId: string, perspective: Perspective): SharedRead<PayloadRow> {
    const key = `${projectId} ${perspective}`;
    const known =
      this.#singles.get(key) ??
      new SharedRead((ids) => readPayloads(this.host.read, projectId, perspective, ids), {
        line: `project ${projectId}`,
      });
    this.#singles.set(key, known);
    return known;
  }

  /** Finds documents of a type, as of the revision or later. */
  async find({ project, model, type, perspective, revision }: Asked, query: IndexQuery): Promise<IndexPage> {
    const plan = this.#planOf(type, model);
    const { host, documents } = this;
    const options = { host, documents, project, type, plan, perspective, pool: this.#pool };
    const wanted = {
      name: `${type.id} ${perspective}`,
      plan,
      revision: model.revision,
      fits: (held: IndexPlan) => readsAlike(held, plan, query),
      open: () => TypeContent.open({ ...options, maxBytes: this.#budgets.index, folder: tmpdir() }),
    };
    for (;;) {
      let asked: TypeContent | null = null;
      try {
        return await this.#indexes.use(wanted, (content) => {
          asked = content;
          return content.query(query, revision);
        });
      } catch (error) {
        // one that is opened from now on is newer than the revision
        if (!(error instanceof Outdated) || asked === null) throw withCode(error);
        this.#indexes.drop(asked);
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

  /** About how many bytes each cache takes now, and may take. */
  memory(): { cache: string; bytes: number; budget: number }[] {
    const { indexes, texts, payloads, responses, encoded, media } = this.#budgets;
    return [
      { cache: "models", bytes: this.#indexes.bytes, budget: indexes },
      { cache: "texts", bytes: this.documents.bytesOfTexts, budget: texts },
      { cache: "payloads", bytes: this.documents.payloads.bytes, budget: payloads },
      { cache: "bodies", bytes: this.responses.bytes, budget: responses },
      { cache: "encoded", bytes: this.responses.encoded.bytes, budget: encoded },
      { cache: "media", bytes: this.media.bytes, budget: media },
      { cache: "persisted", bytes: this.persisted.size, budget: this.persisted.budget },
    ];
  }

  async close(): Promise<void> {
    await this.#indexes.close();
    await this.#pool.stop();
  }
}

/** The error as the caller reads it: `unavailable` where the index was opened for other requests each time it was asked for. */
export const withCode = (error: unknown): unknown =>
  error instanceof IndexContended
    ? new ServiceError("unavailable", "The content type changes all the time. Retry later.", {
        cause: error,
        details: { retryAfterSeconds: 1 },
      })
    : error;
