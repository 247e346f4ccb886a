import type { Host } from "../../../runtime/process/host.js";
import { type Change, readChanges } from "../../changes/index.js";
import type { Perspective } from "../../content/index.js";

/** The most cached changes of a project, about 300 KB. */
const MAX_CACHED = 1000;
/** Who is further behind reads everything anew. */
const FOLLOWED = 50_000;
const BATCH = 1000;

/** Revisions of the newest change, and of the newest one of what is published. */
interface Newest {
  any: number;
  published: number;
}

/** What changed after a revision and up to another one, as a perspective sees it. */
interface Range {
  after: number;
  upTo: number;
  perspective: Perspective;
}

const isBefore = (newest: Newest, { after, perspective }: Range): boolean =>
  (perspective === "drafts" ? newest.any : newest.published) <= after;

/** The newest changes of one project, read once for all that follow them. */
export class ChangeLog {
  readonly #host: Pick<Host, "read">;
  readonly #projectId: string;
  #changes: Change[] = [];
  /** Every change after this one is at hand, */
  #after: number;
  /** up to this one. */
  #upTo: number;
  /** Documents and files in the cached changes: the newest change of each, and the newest one of its published content. */
  readonly #touched = new Map<string, Newest>();
  /** The newest cached change that may be of any file. */
  #anyFile: Newest = { any: 0, published: 0 };
  #reading: Promise<void> = Promise.resolve();
  readonly #hasRead: (log: ChangeLog) => void;

  /** `hasRead` is told whenever the log has read on. */
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

  /** How many changes are cached, in whatever form. */
  get size(): number {
    return Math.max(this.#changes.length, this.#touched.size);
  }

  /**
   * Forgets the cached changes. The log goes on from its newest revision: whoever asks for an earlier change has it read again, and what is
   * not known any more counts as changed. The newest change of links to files stays, which can only have `hasSameFile` say false.
   */
  shorten(): void {
    this.#changes = [];
    this.#touched.clear();
    this.#after = this.#upTo;
  }

  /**
   * What changed after a revision, up to one that is surely committed or beyond it. Null: that is not known any more.
   */
  async since(after: number, upTo: number): Promise<readonly Change[] | null> {
    if (this.#upTo < upTo) {
      const reading = this.#reading.then(() => this.#read(upTo)).finally(() => this.#hasRead(this));
      this.#reading = reading.catch(() => {});
      await reading;
    }
    if (after < this.#after) return this.#older(after, this.#upTo);
    // revisions have no gaps
    return this.#changes.slice(after - this.#after);
  }

  /** Whether all changes of a range are cached. */
  knows({ after, upTo }: Pick<Range, "after" | "upTo">): boolean {
    return after >= upTo || (after >= this.#after && this.#upTo >= upTo);
  }

  /**
   * Whether the project surely has a file as of `upTo` that it had as of `after`, or lacks one that it lacked. False also when
   * that is not known.
   */
  hasSameFile(storageId: string, range: Range): boolean {
    if (range.after >= range.upTo) return true;
    return this.isUntouched(storageId, range) && isBefore(this.#anyFile, range);
  }

  /** Whether a document surely says as of `upTo` what it said as of `after`. False also when that is not known. */
  isUntouched(id: string, range: Range): boolean {
    if (range.after >= range.upTo) return true;
    const touched = this.#touched.get(id);
    return this.knows(range) && (touched === undefined || isBefore(touched, range));
  }

  /** Reads changes that are no longer cached, for a request that took long while others read newer ones. */
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
