import { LRUCache } from "lru-cache";
import { tmpdir } from "node:os";
import type { Host } from "../../../runtime/host.js";
import { SharedRead } from "../../../runtime/shared-read.js";
import { type ContentType, type PayloadRow, type Perspective, readPayloads } from "../../content/index.js";
import { type IndexPlan, planIndex, readsAlike } from "../read-model/index-plan.js";
import type { IndexPage, IndexQuery } from "../read-model/query-engine.js";
import { ReadModels } from "../read-model/read-models.js";
import { TaskPool } from "../read-model/task-pool.js";
import { AnswersInMaking } from "./answers-in-making.js";
import { boundsOf, PersistedQueries } from "../graphql/persisted/persisted-queries.js";
import { type Budgets, budgetsOf } from "./budgets.js";
import { KeptBodies } from "./kept-bodies.js";
import { KeptDocuments } from "./kept-documents.js";
import { KeptMedia } from "./kept-media.js";
import { KnownQuestions } from "./known-questions.js";
import { ProjectContent, type ProjectShape } from "./project-content.js";
import { Outdated, TypeContent } from "./type-content.js";

const PROJECTS = 1000;

interface Asked {
  project: ProjectContent;
  shape: ProjectShape;
  type: ContentType;
  perspective: Perspective;
  revision: number;
}

/** What a process keeps of content to deliver it fast. All of it can be thrown away at any time. */
export class ContentCache {
  readonly host: Host;
  readonly documents: KeptDocuments;
  readonly media: KeptMedia;
  readonly bodies: KeptBodies;
  readonly persisted: PersistedQueries;
  readonly inMaking = new AnswersInMaking();
  readonly questions = new KnownQuestions();
  readonly #projects = new LRUCache<string, ProjectContent>({ max: PROJECTS });
  readonly #models: ReadModels<TypeContent, IndexPlan>;
  readonly #budgets: Budgets;
  readonly #singles = new LRUCache<string, SharedRead<PayloadRow>>({ max: PROJECTS });
  readonly #plans = new WeakMap<ContentType, IndexPlan>();
  readonly #pool = new TaskPool();

  constructor(host: Host) {
    this.host = host;
    this.#budgets = budgetsOf(host.config.deliveryMemoryBytes);
    this.documents = new KeptDocuments(this.#budgets);
    this.media = new KeptMedia(this.#budgets.media);
    this.bodies = new KeptBodies(this.#budgets.bodies, this.#budgets.joined, this.#budgets.encoded);
    this.persisted = new PersistedQueries(boundsOf(this.#budgets.persisted));
    this.#models = new ReadModels(this.#budgets.models);
  }

  /** A project as of a revision that was read after the request came. */
  projectAt(id: string, revision: number): ProjectContent {
    const known = this.#projects.get(id) ?? new ProjectContent(this.host, id, revision);
    this.#projects.set(id, known);
    return known;
  }

  /** Reads documents of a project one by one, together with whoever else waits for some. */
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
  async find({ project, shape, type, perspective, revision }: Asked, query: IndexQuery): Promise<IndexPage> {
    const plan = this.#planOf(type, shape);
    const { host, documents } = this;
    const options = { host, documents, project, type, plan, perspective, pool: this.#pool };
    const wanted = {
      name: `${type.id} ${perspective}`,
      plan,
      revision: shape.revision,
      fits: (held: IndexPlan) => readsAlike(held, plan, query),
      open: () => TypeContent.open({ ...options, maxBytes: this.#budgets.model, folder: tmpdir() }),
    };
    for (;;) {
      let asked: TypeContent | null = null;
      try {
        return await this.#models.use(wanted, (content) => {
          asked = content;
          return content.query(query, revision);
        });
      } catch (error) {
        // one that is opened from now on is newer than the revision
        if (!(error instanceof Outdated) || asked === null) throw error;
        this.#models.drop(asked);
      }
    }
  }

  #planOf(type: ContentType, { locales }: ProjectShape): IndexPlan {
    const known = this.#plans.get(type);
    if (known?.locales === locales) return known;
    const made = planIndex(type.schema, locales);
    this.#plans.set(type, made);
    return made;
  }

  /** About how many bytes each cache takes now, and may take. */
  memory(): { cache: string; bytes: number; budget: number }[] {
    const { models, texts, payloads, bodies, encoded, media } = this.#budgets;
    return [
      { cache: "models", bytes: this.#models.bytes, budget: models },
      { cache: "texts", bytes: this.documents.bytesOfTexts, budget: texts },
      { cache: "payloads", bytes: this.documents.payloads.bytes, budget: payloads },
      { cache: "bodies", bytes: this.bodies.bytes, budget: bodies },
      { cache: "encoded", bytes: this.bodies.encoded.bytes, budget: encoded },
      { cache: "media", bytes: this.media.bytes, budget: media },
      { cache: "persisted", bytes: this.persisted.size, budget: this.persisted.budget },
    ];
  }

  async close(): Promise<void> {
    await this.#models.close();
    await this.#pool.stop();
  }
}
