import type { Auth } from "../../contracts/auth.js";
import { asProcess } from "../../runtime/concurrency/current-call.js";

const EVERY_MS = 1000;

/** Checks once a second that the credentials of waiting requests still hold; all of them share one read. */
export class CredentialWatch {
  readonly #holds: (auth: Auth) => Promise<boolean>;
  readonly #watched = new Map<() => void, Auth>();
  #timer: NodeJS.Timeout | null = null;

  constructor(holds: (auth: Auth) => Promise<boolean>) {
    this.#holds = holds;
  }

  /** Calls `onGone` once when the credential is gone; the returned function stops the watch. */
  add(auth: Auth, onGone: () => void): () => void {
    const gone = () => onGone();
    this.#watched.set(gone, auth);
    this.#timer ??= asProcess(() => setInterval(() => this.#look(), EVERY_MS).unref());
    return () => this.#remove(gone);
  }

  #remove(gone: () => void): void {
    this.#watched.delete(gone);
    if (this.#watched.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    for (const [gone, auth] of this.#watched) {
      this.#holds(auth).then(
        (holds) => {
          if (holds || !this.#watched.has(gone)) return;
          this.#remove(gone);
          gone();
        },
        // The database is away; the next second asks again.
        () => {},
      );
    }
  }
}
