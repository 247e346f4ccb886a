import { LRUCache } from "lru-cache";
import type { Reader } from "../../../runtime/database/transaction.js";
import { mediaIn, newestMedia, type ProjectMedia } from "../../storage/index.js";
import type { ReadScope } from "./read-scope.js";

/** The bytes of an entry without the file's name. */
const ENTRY = 500;
/** The number of a project's newest files that are read at once. */
const NEWEST = 1000;
const PROJECTS = 1000;

interface Known {
  media: ProjectMedia;
  /**
   * The revision of the project that was known when the file was read. The entry is from this revision or a
   * later one.
   */
  revision: number;
}

/**
 * The media of projects that readers asked for lately. A page of documents seldom needs a statement for its
 * files.
 */
export class CachedMedia {
  readonly #read: Reader;
  readonly #known: LRUCache<string, Known>;
  /** The projects whose newest files were read, with the revision at which they were read. */
  readonly #begun = new LRUCache<string, { revision: number; reading: Promise<void> }>({ max: PROJECTS });

  constructor(read: Reader, maxSize: number) {
    this.#read = read;
    this.#known = new LRUCache({
      maxSize,
      sizeCalculation: ({ media }) => ENTRY + 2 * (media.filename?.length ?? 0),
    });
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /**
   * Returns those of the given media that the project has at the read scope. A few statements read the
   * media that are not cached.
   */
  async of(scope: ReadScope, ids: readonly string[]): Promise<ReadonlyMap<string, ProjectMedia>> {
    const found = new Map<string, ProjectMedia>();
    for (const id of ids) scope.dependencies.storageIds.add(id);
    let missing = this.#find(scope, ids, found);
    if (missing.length > 0) {
      await this.#begin(scope);
      missing = this.#find(scope, missing, found);
    }
    if (missing.length > 0) {
      const read = await mediaIn(this.#read, scope.seen.project, missing);
      for (const media of read.values()) {
        this.#keep(scope, media);
        if (media.isLinked) found.set(media.id, media);
      }
    }
    return found;
  }

  /** Adds the cached media that the project has to `found`, and returns the ids that are not cached. */
  #find(scope: ReadScope, ids: readonly string[], found: Map<string, ProjectMedia>): string[] {
    const { project, revision, perspective } = scope;
    return ids.filter((id) => {
      const known = this.#known.get(keyOf(scope, id));
      if (known === undefined) return true;
      const range = { after: known.revision, upTo: revision, perspective };
      if (!project.log.hasSameFile(id, range)) return true;
      if (known.media.isLinked) found.set(id, known.media);
      return false;
    });
  }

  /**
   * Reads the newest files of the project, once for all requests that wait, and again when the changes since
   * are not known any more.
   */
  #begin(scope: ReadScope): Promise<void> {
    const { project, seen, revision } = scope;
    const begun = this.#begun.get(project.id);
    if (begun !== undefined && project.log.knows({ after: begun.revision, upTo: revision }))
      return begun.reading;
    const reading = newestMedia(this.#read, seen.project, NEWEST).then((newest) => {
      for (const media of newest) this.#keep(scope, media);
    });
    this.#begun.set(project.id, { revision: seen.revision, reading });
    reading.catch(() => this.#begun.delete(project.id));
    return reading;
  }

  /** Caches a file. A file that does not exist is not cached, because no change reports when it is made. */
  #keep(scope: ReadScope, media: ProjectMedia): void {
    this.#known.set(keyOf(scope, media.id), { media, revision: scope.seen.revision });
  }
}

const keyOf = ({ project }: ReadScope, id: string): string => `${project.id} ${id}`;
