import { LRUCache } from "lru-cache";
import type { DocumentLocation } from "./document.repository.js";

const MAX_LOCATIONS = 4096;

/**
 * The documents and projects that accounts have found lately, so that their next request begins its transaction at once and
 * asks there whether the account still may. An account that has not found one yet, such as a stranger, is asked beside
 * any transaction, where nobody waits for it. Neither the project nor the type of a document ever changes.
 */
export class KnownLocations {
  readonly #documents = new LRUCache<string, DocumentLocation>({ max: MAX_LOCATIONS });
  readonly #projects = new LRUCache<string, true>({ max: MAX_LOCATIONS });

  /** Where the account found the document. */
  document(accountId: string, id: string): DocumentLocation | undefined {
    return this.#documents.get(`${accountId} ${id}`);
  }

  noteDocument(accountId: string, id: string, { projectId, type, draftBytes }: DocumentLocation): void {
    this.#documents.set(`${accountId} ${id}`, { projectId, type, draftBytes });
  }

  /** Whether the account was in the project. */
  hasProject(accountId: string, projectId: string): boolean {
    return this.#projects.has(`${accountId} ${projectId}`);
  }

  noteProject(accountId: string, projectId: string): void {
    this.#projects.set(`${accountId} ${projectId}`, true);
  }
}
