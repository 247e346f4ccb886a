import { LRUCache } from "lru-cache";

/** Where a document is, and about how long its draft. */
export interface Place {
  projectId: string;
  typeId: string;
  /** Of the draft as JSON. */
  bytes: number;
}

const MAX_PLACES = 4096;

/**
 * What accounts wrote to lately, so that a request for more of it begins its transaction at once, and asks there whether
 * the account still may. An account that a request did not find there yet, such as a stranger's, is asked for beside
 * any transaction, where nobody waits for it. Neither the project nor the type of a document ever changes.
 */
export class Places {
  readonly #documents = new LRUCache<string, Place>({ max: MAX_PLACES });
  readonly #projects = new LRUCache<string, true>({ max: MAX_PLACES });
  readonly #types = new LRUCache<string, string>({ max: MAX_PLACES });

  /** Where a document is that the account was shown. */
  document(accountId: string, id: string): Place | undefined {
    return this.#documents.get(`${accountId} ${id}`);
  }

  noteDocument(accountId: string, id: string, place: Place): void {
    this.#documents.set(`${accountId} ${id}`, place);
  }

  /** The id that the type of a name had. */
  typeId(projectId: string, type: string): string | undefined {
    return this.#types.get(`${projectId} ${type}`);
  }

  noteType(projectId: string, { type, typeId }: { type: string; typeId: string }): void {
    this.#types.set(`${projectId} ${type}`, typeId);
  }

  /** Whether the account was in the project. */
  hasProject(accountId: string, projectId: string): boolean {
    return this.#projects.has(`${accountId} ${projectId}`);
  }

  noteProject(accountId: string, projectId: string): void {
    this.#projects.set(`${accountId} ${projectId}`, true);
  }
}
