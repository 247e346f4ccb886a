import { LRUCache } from "lru-cache";
import { mediaIn, newestMedia, type ProjectMedia } from "../../storage/index.js";
import type { ReadContext } from "./read-context.js";

/** Bytes of an entry without the file's name. */
const ENTRY = 500;
/** So many of a project's newest are read at once. */
const NEWEST = 1000;
const PROJECTS = 1000;

interface Known {
  media: ProjectMedia;
  /** As of this revision of the project, or a later one. */
  revision: number;
}

/** What projects have of media, as readers asked lately: a page of documents seldom takes a statement for its files. */
export class CachedMedia {
  readonly #known: LRUCache<string, Known>;
  /** Projects whose newest were read, and as of which revision. */
  readonly #begun = new LRUCache<string, { revision: number; reading: Promise<void> }>({ max: PROJECTS });

  constructor(maxSize: number) {
    this.#known = new LRUCache({
      maxSize,
      sizeCalculation: ({ media }) => ENTRY + 2 * (media.filename?.length ?? 0),
    });
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** The media among the ids that the project has, as of the read context. A few statements read those that are not cached. */
  async of(context: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, ProjectMedia>> {
    const found = new Map<string, ProjectMedia>();
    for (const id of ids) context.dependencies.storageIds.add(id);
    let missing = this.#find(context, ids, found);
    if (missing.length > 0) {
      await this.#begin(context);
      missing = this.#find(context, missing, found);
    }
    if (missing.length > 0) {
      const read = await mediaIn(context.cache.host.read, context.seen.project, missing);
      for (const media of read.values()) {
        this.#keep(context, media);
        if (media.isLinked) found.set(media.id, media);
      }
    }
    return found;
  }

  /** Puts what the project has of what is at hand where it is wanted; gives what is not at hand. */
  #find(context: ReadContext, ids: readonly string[], found: Map<string, ProjectMedia>): string[] {
    const { project, revision, perspective } = context;
    return ids.filter((id) => {
      const known = this.#known.get(keyOf(context, id));
      if (known === undefined) return true;
      const range = { after: known.revision, upTo: revision, perspective };
      if (!project.log.hasSameFile(id, range)) return true;
      if (known.media.isLinked) found.set(id, known.media);
      return false;
    });
  }

  /** Reads the project's newest, once for all who wait; again when it is not known any more what changed since. */
  #begin(context: ReadContext): Promise<void> {
    const { project, seen, revision } = context;
    const begun = this.#begun.get(project.id);
    if (begun !== undefined && project.log.knows({ after: begun.revision, upTo: revision }))
      return begun.reading;
    const reading = newestMedia(context.cache.host.read, seen.project, NEWEST).then((newest) => {
      for (const media of newest) this.#keep(context, media);
    });
    this.#begun.set(project.id, { revision: seen.revision, reading });
    reading.catch(() => this.#begun.delete(project.id));
    return reading;
  }

  /** Media that does not exist is not cached, because no change tells when it is made. */
  #keep(context: ReadContext, media: ProjectMedia): void {
    this.#known.set(keyOf(context, media.id), { media, revision: context.seen.revision });
  }
}

const keyOf = ({ project }: ReadContext, id: string): string => `${project.id} ${id}`;
