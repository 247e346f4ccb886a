import type { Host } from "../../../runtime/host.js";
import { type Change, readChanges } from "../../changes/index.js";
import type { Perspective } from "../../content/index.js";

/** Changes of a project that are kept at hand: about 300 KB, in each of as many projects as the shelf keeps. */
const KEPT = 1000;
/** Who is further behind reads everything anew. */
const FOLLOWED = 50_000;
const BATCH = 1000;

/** The newest changes of one project, read once for all that follow them. */
export class ChangeLog {
  readonly #host: Pick<Host, "read">;
  readonly #projectId: string;
  #changes: Change[] = [];
  /** Every change after this one is at hand, */
  #after: number;
  /** up to this one. */
  #upTo: number;
  /** Documents in the changes at hand: the newest change of each, and the newest of what is published of it. */
  readonly #touched = new Map<string, { any: number; published: number }>();
  #reading: Promise<void> = Promise.resolve();

  constructor(host: Pick<Host, "read">, projectId: string, revision: number) {
    this.#host = host;
    this.#projectId = projectId;
    this.#after = revision;
    this.#upTo = revision;
  }

  get revision(): number {
    return this.#upTo;
  }

  /**
   * What changed after a revision, up to one that is surely committed or beyond it. Null: that is not known any more.
   */
  async since(after: number, upTo: number): Promise<readonly Change[] | null> {
    if (this.#upTo < upTo) {
      const reading = this.#reading.then(() => this.#read(upTo));
      this.#reading = reading.catch(() => {});
      await reading;
    }
    if (after < this.#after) return this.#older(after, this.#upTo);
    // revisions have no gaps
    return this.#changes.slice(after - this.#after);
  }

  /** Whether a document surely says in a perspective as of `upTo` what it said as of `after`. False also when that is not known. */
  isUntouched(
    documentId: string,
    { after, upTo, perspective }: { after: number; upTo: number; perspective: Perspective },
  ): boolean {
    if (after >= upTo) return true;
    if (after < this.#after || this.#upTo < upTo) return false;
    const touched = this.#touched.get(documentId);
    return touched === undefined || (perspective === "drafts" ? touched.any : touched.published) <= after;
  }

  /** Changes that are not at hand any more, for one who was slow: the others have gone on. */
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
        this.#changes = [];
        this.#touched.clear();
        this.#after = upTo;
        this.#upTo = upTo;
        return;
      }
      this.#changes.push(...changes);
      for (const change of changes) this.#touch(change);
      this.#upTo = changes.at(-1)?.revision ?? upTo;
      const excess = this.#changes.length - KEPT;
      if (excess > 0) this.#forget(this.#changes.splice(0, excess));
    }
  }

  #touch({ documentId, revision, isPublished }: Change): void {
    if (documentId === null) return;
    const published = isPublished ? revision : (this.#touched.get(documentId)?.published ?? 0);
    this.#touched.set(documentId, { any: revision, published });
  }

  #forget(changes: readonly Change[]): void {
    for (const { documentId, revision } of changes)
      if (documentId !== null && this.#touched.get(documentId)?.any === revision)
        this.#touched.delete(documentId);
    this.#after = changes.at(-1)?.revision ?? this.#after;
  }
}
