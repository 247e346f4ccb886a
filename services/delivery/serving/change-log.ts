import type { Host } from "../../../runtime/process/host.js";
import { type Change, readChanges } from "../../changes/index.js";
import type { Perspective } from "../../content/index.js";

/** The most changes that are cached for a project, about 300 KB. */
const MAX_CACHED = 1000;
/** The most changes that a reader may be behind. A reader that is further behind reads everything anew. */
const FOLLOWED = 50_000;
const BATCH = 1000;

/** The revision of the newest change, and of the newest change of published content. */
interface Newest {
  any: number;
  published: number;
}

/** The changes after a revision and up to another one, as a perspective sees them. */
interface Range {
  after: number;
  upTo: number;
  perspective: Perspective;
}

const isBefore = (newest: Newest, { after, perspective }: Range): boolean =>
  (perspective === "drafts" ? newest.any : newest.published) <= after;

/** The newest changes of one project, read once for all readers that follow them. */
export class ChangeLog {
  readonly #host: Pick<Host, "read">;
  readonly #projectId: string;
  #changes: Change[] = [];
  /** The revision after which every change is cached, up to `#upTo`. */
  #after: number;
  /** The revision up to which every change is cached. */
  #upTo: number;
  /**
   * The documents and files of the cached changes, each with its newest change and with the newest change of
   * its published content.
   */
  readonly #touched = new Map<string, Newest>();
  /** The newest cached change that may concern any file. */
  #anyFile: Newest = { any: 0, published: 0 };
  #reading: Promise<void> = Promise.resolve();
  readonly #hasRead: (log: ChangeLog) => void;

  /** Makes a log; `hasRead` is called whenever the log has read more changes. */
  constructor(
    host: Pick<Host, "read">,
    projectId: string,
    revision: number,
    hasRead: (log: ChangeLog) => void = () => {},
  ) {
    this.#host = host;
    this.#hasRead = hasRead;
    this.#projectId = projectId;
    this.#after = revision;
    this.#upTo = revision;
  }

  get revision(): number {
    return this.#upTo;
  }

  /** The number of cached changes, or of the documents and files that they touch, if that is larger. */
  get size(): number {
    return Math.max(this.#changes.length, this.#touched.size);
  }

  /**
   * Forgets the cached changes. The log continues from its newest revision: a request for an earlier change
   * reads it again, and a change that is not known any more counts as a change. `#anyFile` stays, which can
   * only make `hasSameFile` return false.
   */
  shorten(): void {
    this.#changes = [];
    this.#touched.clear();
    this.#after = this.#upTo;
  }

  /**
   * Returns the changes after a revision, up to `upTo`, which is surely committed, or beyond it. Returns null
   * when they are not known any more.
   */
  async since(after: number, upTo: number): Promise<readonly Change[] | null> {
    if (this.#upTo < upTo) {
      const reading = this.#reading.then(() => this.#read(upTo)).finally(() => this.#hasRead(this));
      this.#reading = reading.catch(() => {});
      await reading;
    }
    if (after < this.#after) return this.#older(after, this.#upTo);
    // Revisions have no gaps, so their difference is the index.
    return this.#changes.slice(after - this.#after);
  }

  /** Tells whether all changes of a range are cached. */
  knows({ after, upTo }: Pick<Range, "after" | "upTo">): boolean {
    return after >= upTo || (after >= this.#after && this.#upTo >= upTo);
  }

  /**
   * Tells whether a file that the project had (or lacked) at `after` is surely the same at `upTo`. Returns
   * false also when that is not known.
   */
  hasSameFile(storageId: string, range: Range): boolean {
    if (range.after >= range.upTo) return true;
    return this.isUntouched(storageId, range) && isBefore(this.#anyFile, range);
  }

  /**
   * Tells whether a document surely has the same content at `upTo` as at `after`. Returns false also when
   * that is not known.
   */
  isUntouched(id: string, range: Range): boolean {
    if (range.after >= range.upTo) return true;
    const touched = this.#touched.get(id);
    return this.knows(range) && (touched === undefined || isBefore(touched, range));
  }

  /**
   * Reads changes that are no longer cached, for a request that took long while other requests read newer
   * changes.
   */
  async #older(after: number, upTo: number): Promise<readonly Change[] | null> {
    if (upTo - after > FOLLOWED) return null;
    const older: Change[] = [];
    for (let at = after; at < upTo; at = older.at(-1)?.revision ?? upTo) {
      const changes = await readChanges(this.#host.read, this.#projectId, { after: at, upTo }, BATCH);
      if (changes === null) return null;
      older.push(...changes);
    }
    return older;
  }

  async #read(upTo: number): Promise<void> {
    while (this.#upTo < upTo) {
      const range = { after: this.#upTo, upTo };
      const changes = await readChanges(this.#host.read, this.#projectId, range, BATCH);
      if (changes === null) {
        this.#upTo = upTo;
        this.shorten();
        return;
      }
      this.#changes.push(...changes);
      for (const change of changes) this.#touch(change);
      this.#upTo = changes.at(-1)?.revision ?? upTo;
      const excess = this.#changes.length - MAX_CACHED;
      if (excess > 0) this.#forget(this.#changes.splice(0, excess));
    }
  }

  #touch({ kind, documentId, storageId, revision, isPublished }: Change): void {
    const after = (before: Newest | undefined): Newest => ({
      any: revision,
      published: isPublished ? revision : (before?.published ?? 0),
    });
    const id = documentId ?? storageId;
    if (id !== null) this.#touched.set(id, after(this.#touched.get(id)));
    else if (kind === "links") this.#anyFile = after(this.#anyFile);
  }

  #forget(changes: readonly Change[]): void {
    for (const { documentId, storageId, revision } of changes) {
      const id = documentId ?? storageId;
      if (id !== null && this.#touched.get(id)?.any === revision) this.#touched.delete(id);
    }
    this.#after = changes.at(-1)?.revision ?? this.#after;
  }
}
