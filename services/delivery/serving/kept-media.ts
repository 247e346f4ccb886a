import { LRUCache } from "lru-cache";
import { mediaIn, newestMedia, type ProjectMedia } from "../../storage/index.js";
import type { View } from "./view.js";

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
export class KeptMedia {
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

  /** Those of the ids that the project has, as of the view; few statements for the ones that are not at hand. */
  async of(view: View, ids: readonly string[]): Promise<ReadonlyMap<string, ProjectMedia>> {
    const found = new Map<string, ProjectMedia>();
    for (const id of ids) view.basis.storageIds.add(id);
    let missing = this.#find(view, ids, found);
    if (missing.length > 0) {
      await this.#begin(view);
      missing = this.#find(view, missing, found);
    }
    if (missing.length > 0) {
      const read = await mediaIn(view.cache.host.read, view.seen.project, missing);
      for (const media of read.values()) {
        this.#keep(view, media);
        if (media.isLinked) found.set(media.id, media);
      }
    }
    return found;
  }

  /** Puts what the project has of what is at hand where it is wanted; gives what is not at hand. */
  #find(view: View, ids: readonly string[], found: Map<string, ProjectMedia>): string[] {
    const { project, revision, perspective } = view;
    return ids.filter((id) => {
      const known = this.#known.get(keyOf(view, id));
      if (known === undefined) return true;
      const range = { after: known.revision, upTo: revision, perspective };
      if (!project.log.hasSameFile(id, range)) return true;
      if (known.media.isLinked) found.set(id, known.media);
      return false;
    });
  }

  /** Reads the project's newest, once for all who wait; again when it is not known any more what changed since. */
  #begin(view: View): Promise<void> {
    const { project, seen, revision } = view;
    const begun = this.#begun.get(project.id);
    if (begun !== undefined && project.log.knows({ after: begun.revision, upTo: revision }))
      return begun.reading;
    const reading = newestMedia(view.cache.host.read, seen.project, NEWEST).then((newest) => {
      for (const media of newest) this.#keep(view, media);
    });
    this.#begun.set(project.id, { revision: seen.revision, reading });
    reading.catch(() => this.#begun.delete(project.id));
    return reading;
  }

  /** One that is not there at all is not kept: nobody says when it comes. */
  #keep(view: View, media: ProjectMedia): void {
    this.#known.set(keyOf(view, media.id), { media, revision: view.seen.revision });
  }
}

const keyOf = ({ project }: View, id: string): string => `${project.id} ${id}`;
