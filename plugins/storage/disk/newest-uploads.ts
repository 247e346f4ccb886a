import { UploadReplaced } from "./ended-uploads.js";

/**
 * The uploads that this process receives, one of a key at most: a ticket reserves its size once, so two PUTs of it may not both
 * write. The newer one counts, since a sender that tries again has often left a connection behind that looks alive. An upload begins
 * with its first bytes: a PUT that brings nothing takes nobody's place.
 */
export class NewestUploads {
  readonly #underWay = new Map<string, AbortController>();

  /** Runs an upload, whose signal aborts with UploadReplaced when a newer one of its key begins; an older one is cut so now. */
  async run<T>(key: string, receive: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.#underWay.get(key)?.abort(new UploadReplaced());
    this.#underWay.set(key, own);
    try {
      return await receive(own.signal);
    } finally {
      if (this.#underWay.get(key) === own) this.#underWay.delete(key);
    }
  }
}
