import { LRUCache } from "lru-cache";
import { ServiceError } from "../../../contracts/errors.js";
import type { Body, CacheReader, ResponseCache } from "../../../engines/response-cache/index.js";
import type { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import type { Host } from "../../../runtime/process/host.js";
import {
  type ContentType,
  findTypes,
  type LARGE,
  type PayloadRow,
  type Perspective,
  readLocales,
} from "../../content/index.js";
import { mediaSigner } from "../../storage/index.js";
import type { QueryContext } from "../query/parse-query.js";
import { type CachedDependencies, cacheDependencies, stillHold } from "./cache-dependencies.js";
import type { CachedDocuments } from "./cached-documents.js";
import type { CachedMedia } from "./cached-media.js";
import { ChangeLog } from "./change-log.js";
import type { ContentModel, Dependencies, LoggedProject, ReadScope } from "./read-scope.js";
import type { ResponseRoom, ResponseRooms } from "./response-rooms.js";
import type { TypeContents } from "./type-content.js";
import type { TokenSeen } from "../tokens/token.repository.js";

/** Returns the context in which a query about a type is checked. */
export const queryContextOf = (
  { types, locales }: ContentModel,
  { schema }: Pick<ContentType, "schema">,
): QueryContext => ({ schema, locales, schemaOf: (name) => types.get(name)?.schema });

/** The content model of one project, current as of the revision that a request asks for, and its log. */
export class ProjectContent implements LoggedProject {
  readonly id: string;
  readonly log: ChangeLog;
  readonly #host: Pick<Host, "read">;
  readonly #loaded: (model: ContentModel) => void;
  #model: ContentModel | null = null;
  /** The revision of the newest model; it stays after the model was let go. */
  #modelRevision: number | null = null;
  /** The revision up to which changes are in the model. */
  #seen: number;
  #loading: Promise<ContentModel> | null = null;

  constructor(
    host: Pick<Host, "read">,
    id: string,
    {
      revision,
      loaded,
      hasRead,
    }: { revision: number; loaded(model: ContentModel): void; hasRead(log: ChangeLog): void },
  ) {
    this.id = id;
    this.#host = host;
    this.#loaded = loaded;
    this.#seen = revision;
    this.log = new ChangeLog(host, id, revision, hasRead);
  }

  /** Returns the model with all changes that were committed up to the revision. */
  async modelAt(revision: number): Promise<ContentModel> {
    for (;;) {
      const model = this.#loading === null ? this.#model : await this.#loading;
      if (model !== null && this.#seen >= revision) return model;
      this.#loading ??= this.#advance(revision).finally(() => (this.#loading = null));
    }
  }

  /** Lets the model go, to be loaded again for the next request. Other cached content stays valid. */
  unload(): void {
    this.#model = null;
  }

  async #advance(revision: number): Promise<ContentModel> {
    const former = this.#modelRevision;
    const changes = former === null ? null : await this.log.since(this.#seen, revision);
    const last = changes?.findLast(({ kind }) => kind === "type" || kind === "settings");
    // `seen` goes only as far as the changes that were looked at: another request may have read more of the
    // log meanwhile.
    const seen = Math.max(revision, changes?.at(-1)?.revision ?? revision);
    const isSame = former !== null && changes !== null && last === undefined;
    const model =
      (isSame ? this.#model : null) ?? (await this.#load(isSame ? former : (last?.revision ?? seen)));
    if (model !== this.#model) {
      this.#model = model;
      this.#modelRevision = model.revision;
      this.#loaded(model);
    }
    this.#seen = seen;
    return model;
  }

  async #load(revision: number): Promise<ContentModel> {
    const [{ types, bytes }, locales] = await Promise.all([
      findTypes(this.#host.read, this.id),
      readLocales(this.#host.read, this.id),
    ]);
    return {
      revision,
      types: new Map(types.map((type) => [type.name, type])),
      typesById: new Map(types.map((type) => [type.id, type])),
      locales,
      bytes,
    };
  }
}

const PROJECTS = 1000;
/** The bytes of all models, counted as schemas in JSON. A model takes several times as much memory. */
const BYTES = 32 * 2 ** 20;

/** The most changes that the logs of all projects have together, about 15 MB. */
const CHANGES = 50_000;

/** The content of the projects that were read last. */
export class ProjectContents {
  readonly #host: Pick<Host, "read">;
  readonly #projects = new LRUCache<string, ProjectContent>({
    max: PROJECTS,
    dispose: (project) => {
      this.#loaded.delete(project);
      this.#logs.delete(project.log);
    },
  });
  /** The projects whose models are loaded, weighed by the bytes of their schemas. */
  readonly #loaded = new LRUCache<ProjectContent, true>({
    maxSize: BYTES,
    dispose: (_true, project, reason) => {
      if (reason === "evict") project.unload();
    },
  });

  /** The logs that have changes, weighed by the number of changes. The logs that were read last stay. */
  readonly #logs: LRUCache<ChangeLog, true>;

  constructor(host: Pick<Host, "read">, { changes = CHANGES } = {}) {
    this.#host = host;
    this.#logs = new LRUCache({
      maxSize: changes,
      dispose: (_true, log, reason) => {
        if (reason === "evict") log.shorten();
      },
    });
  }

  /** Returns the content of a project; `revision` was read after the request came. */
  at(id: string, revision: number): ProjectContent {
    const known = this.#projects.get(id);
    if (known !== undefined) {
      this.#loaded.get(known);
      return known;
    }
    const made: ProjectContent = new ProjectContent(this.#host, id, {
      revision,
      loaded: ({ bytes }) => this.#retain(made, bytes),
      hasRead: (log) => this.#count(made, log),
    });
    this.#projects.set(id, made);
    return made;
  }

  #count(project: ProjectContent, log: ChangeLog): void {
    // A project that was evicted serves only the requests that hold it already.
    if (this.#projects.peek(project.id) !== project) return;
    this.#logs.delete(log);
    if (log.size > 0) this.#logs.set(log, true, { size: log.size });
  }

  #retain(project: ProjectContent, bytes: number): void {
    // A project that was evicted serves only the requests that hold it already.
    if (this.#projects.peek(project.id) !== project) return;
    // The model's size may have changed. A model that is larger than the limit of all models is retained
    // alone.
    this.#loaded.delete(project);
    this.#loaded.set(project, true, { size: Math.min(Math.max(1, bytes), BYTES) });
  }
}

/** The caches that requests read through, and the process's connections; `ContentCache` is all of it. */
export interface Caches {
  readonly host: Pick<Host, "read" | "storage" | "config">;
  readonly documents: CachedDocuments;
  readonly media: CachedMedia;
  readonly responses: ResponseCache<CachedDependencies>;
  readonly rooms: ResponseRooms;
  readonly projects: ProjectContents;
  readonly types: TypeContents;
  /** Returns the shared read of single documents of a project. */
  singleRows(projectId: string, perspective: Perspective): SharedRead<PayloadRow | typeof LARGE>;
}

/** The project, revision and perspective that a request reads, and the dependencies of its response. */
export class ReadContext implements ReadScope, CacheReader<CachedDependencies> {
  readonly cache: Caches;
  readonly seen: TokenSeen;
  readonly project: ProjectContent;
  readonly model: ContentModel;
  readonly perspective: Perspective;
  readonly revision: number;
  readonly dependencies: Dependencies;
  readonly #room: ResponseRoom | null;

  /** Makes a context; without a room, what is retained is not counted. */
  constructor(
    of: Pick<ReadContext, "cache" | "seen" | "project" | "model" | "perspective" | "revision"> & {
      dependencies?: Dependencies;
    },
    room: ResponseRoom | null = null,
  ) {
    this.cache = of.cache;
    this.seen = of.seen;
    this.project = of.project;
    this.model = of.model;
    this.perspective = of.perspective;
    this.revision = of.revision;
    this.dependencies = of.dependencies ?? { documentIds: new Set(), storageIds: new Set(), pages: [] };
    this.#room = room;
  }

  /** Returns the context for one making of its response, which notes the same dependencies. */
  inRoom(room: ResponseRoom): ReadContext {
    return new ReadContext(this, room);
  }

  retain(bytes: number): void {
    this.#room?.retain(bytes);
  }

  /** Counts bytes that the response no longer retains. */
  release(bytes: number): void {
    this.#room?.release(bytes);
  }

  /** Returns the cache key of a response: with types and locales, but without other dependencies. */
  keyOf(question: string): string {
    return `${this.project.id} ${this.perspective} ${this.model.revision} ${question}`;
  }

  accepts({ window }: Body): boolean {
    return window === null || window === mediaSigner(this.cache.host.storage).window;
  }

  stillHolds(dependencies: CachedDependencies, revision: number): Promise<boolean> {
    return stillHold(this, this.cache.types, { dependencies, revision });
  }

  noted(): ReturnType<typeof cacheDependencies> {
    return cacheDependencies(this.dependencies);
  }
}

/** Returns the context of a request, with every change that was committed before the request came. */
export async function readContextOf(
  cache: Caches,
  seen: TokenSeen,
  perspective: Perspective,
): Promise<ReadContext> {
  const revision = perspective === "published" ? seen.publishedRevision : seen.revision;
  const project = cache.projects.at(seen.project.id, seen.revision);
  const model = await project.modelAt(revision);
  return new ReadContext({ cache, seen, project, model, perspective, revision });
}

/** Returns a request's perspective. Only preview tokens read `drafts`, by default (rules/delivery 4). */
export function requirePerspective(asked: Perspective | undefined, { mode }: TokenSeen): Perspective {
  if (asked === "drafts" && mode !== "preview")
    throw new ServiceError(
      "forbidden",
      "This token reads published content only; drafts need a preview token.",
    );
  return asked ?? (mode === "preview" ? "drafts" : "published");
}
