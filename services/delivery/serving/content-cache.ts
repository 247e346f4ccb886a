import { LRUCache } from "lru-cache";
import type { Host } from "../../../runtime/process/host.js";
import { compressor, SpareShare } from "../../../runtime/http/compression/compressor.js";
import { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import { type LARGE, type PayloadRow, type Perspective, readSharedPayloads } from "../../content/index.js";
import { boundsOf, PersistedQueries } from "../../../runtime/http/persisted-queries.js";
import { ResponseCache } from "../../../engines/response-cache/index.js";
import type { CachedDependencies } from "./cache-dependencies.js";
import { CachedDocuments } from "./cached-documents.js";
import { CachedMedia } from "./cached-media.js";
import { type Caches, ProjectContents } from "./read-context.js";
import { ResponseRooms } from "./response-rooms.js";
import { TypeContents } from "./type-content.js";
import type { GaugeSource } from "../../../runtime/process/gauges.js";

const PROJECTS = 1000;

/** The bytes that the caches of delivery may take in a process. */
interface Budgets {
  /** The bytes of all indexes, and of one index. */
  indexes: number;
  index: number;
  /** The bytes of rendered responses, and of those among them that lie in one piece. */
  responses: number;
  joined: number;
  /** The bytes of compressed responses. */
  encoded: number;
  /** The bytes of documents as rows, and of documents as texts. */
  payloads: number;
  texts: number;
  media: number;
  /** The bytes of queries that clients registered by their hash. */
  persisted: number;
}

/** Derives all budgets from that of the indexes (DELIVERY_MEMORY_MB), in fixed proportions. */
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

/** The caches of a process that make delivery fast. All of their content can be thrown away at any time. */
export class ContentCache implements Caches {
  readonly host: Host;
  readonly documents: CachedDocuments;
  readonly media: CachedMedia;
  readonly responses: ResponseCache<CachedDependencies>;
  readonly rooms = new ResponseRooms();
  readonly persisted: PersistedQueries;
  readonly projects: ProjectContents;
  readonly types: TypeContents;
  readonly #budgets: Budgets;
  readonly #singles = new LRUCache<string, SharedRead<PayloadRow | typeof LARGE>>({ max: PROJECTS });

  constructor(host: Host) {
    this.host = host;
    this.projects = new ProjectContents(host);
    this.#budgets = budgetsOf(host.config.deliveryMemoryBytes);
    this.documents = new CachedDocuments(this.#budgets);
    this.types = new TypeContents(host, this.documents, this.#budgets);
    this.media = new CachedMedia(host.read, this.#budgets.media);
    const spare = new SpareShare();
    this.responses = new ResponseCache(this.#budgets, {
      compress: compressor.compress.bind(compressor),
      take: spare.take.bind(spare),
    });
    this.persisted = new PersistedQueries(boundsOf(this.#budgets.persisted));
  }

  /**
   * Returns the shared read of single documents; requests that wait at the same time share a query, which leaves
   * out documents that are large beside the others.
   */
  singleRows(projectId: string, perspective: Perspective): SharedRead<PayloadRow | typeof LARGE> {
    const key = `${projectId} ${perspective}`;
    const known =
      this.#singles.get(key) ??
      new SharedRead((ids) => readSharedPayloads(this.host.read, projectId, perspective, ids), {
        caller: `project ${projectId}`,
      });
    this.#singles.set(key, known);
    return known;
  }

  /** Returns the approximate bytes that each cache takes now, and the bytes that it may take. */
  memory(): { cache: string; bytes: number; budget: number }[] {
    const { indexes, texts, payloads, responses, encoded, media } = this.#budgets;
    return [
      { cache: "models", bytes: this.types.bytes, budget: indexes },
      { cache: "texts", bytes: this.documents.bytesOfTexts, budget: texts },
      { cache: "payloads", bytes: this.documents.payloads.bytes, budget: payloads },
      { cache: "bodies", bytes: this.responses.bytes, budget: responses },
      { cache: "encoded", bytes: this.responses.encoded.bytes, budget: encoded },
      { cache: "media", bytes: this.media.bytes, budget: media },
      { cache: "persisted", bytes: this.persisted.size, budget: this.persisted.budget },
    ];
  }

  close(): Promise<void> {
    return this.types.close();
  }
}

/**
 * Returns the gauges of the memory that each cache of delivery takes in this process and may take
 * (DELIVERY_MEMORY_MB).
 */
export const memoryGauges = (cache: ContentCache): GaugeSource[] => [
  {
    name: "kiln_delivery_memory_bytes",
    help: "About what the caches of delivery take in this process.",
    labels: ["cache"],
    read: () => cache.memory().map((each) => ({ labels: { cache: each.cache }, value: each.bytes })),
  },
  {
    name: "kiln_delivery_memory_budget_bytes",
    help: "What they may take.",
    labels: ["cache"],
    read: () => cache.memory().map((each) => ({ labels: { cache: each.cache }, value: each.budget })),
  },
];
