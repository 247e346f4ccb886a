import { LRUCache } from "lru-cache";
import { mediaIn, newestMedia, type ProjectMedia } from "../../storage/index.js";
import type { View } from "./view.js";

const BUDGET = 4 * 2 ** 20;
/** Bytes of an entry without the file's name. */
const ENTRY = 500;
/** So many of a project's newest are read at once when it first shows one. */
const NEWEST = 1000;

interface Known {
  media: ProjectMedia;
  /** The project's revision that was known when it was read. */
  revision: number;
}

/** What projects have of media, as readers asked lately: a page of documents takes no statement for its files. */
export class KeptMedia {
  readonly #known = new LRUCache<string, Known>({
    maxSize: BUDGET,
    sizeCalculation: ({ media }) => ENTRY + 2 * (media.filename?.length ?? 0),
  });
  /** Projects whose newest were read. */
  readonly #begun = new LRUCache<string, true>({ max: 1000 });

  /** Those of the ids that the project has, as of the view; few statements for the ones that are not at hand. */
  async of(view: View, ids: readonly string[]): Promise<ReadonlyMap<string, ProjectMedia>> {
    const { read } = view.cache.host;
    const { project } = view.seen;
    const found = new Map<string, ProjectMedia>();
    for (const id of ids) view.basis.lookedUp.add(id);
    let missing = this.#find(view, ids, found);
    if (missing.length > 0 && !this.#begun.has(project.id)) {
      this.#begun.set(project.id, true);
      for (const media of await newestMedia(read, project, NEWEST)) this.#keep(view, media);
      missing = this.#find(view, missing, found);
    }
    for (const media of (await mediaIn(read, project, missing)).values())
      if (media.isLinked) {
        this.#keep(view, media);
        found.set(media.id, media);
      }
    return found;
  }

  /** Puts what is at hand where it is wanted; gives what is not. One that the project does not have is never at hand. */
  #find(view: View, ids: readonly string[], found: Map<string, ProjectMedia>): string[] {
    return ids.filter((id) => {
      const known = this.#known.get(keyOf(view, id));
      if (known === undefined) return true;
      const range = { after: known.revision, upTo: view.revision, perspective: view.perspective };
      if (!view.project.log.isUntouched(id, range)) return true;
      found.set(id, known.media);
      return false;
    });
  }

  #keep(view: View, media: ProjectMedia): void {
    this.#known.set(keyOf(view, media.id), { media, revision: view.seen.revision });
  }
}

const keyOf = ({ project }: View, id: string): string => `${project.id} ${id}`;
