import { extname, join } from "node:path";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { isInTransaction } from "../../../runtime/database/transaction.js";
import { WorkerPool } from "../../../runtime/process/worker-pool.js";
import { type DraftState, tooLarge } from "./draft-doc.js";
import { MAX_STATE_BYTES, MAX_STATE_PIECES } from "./draft-limits.js";
import { completeState, fieldsOf, makeState, type ReplacedDraft, replaceFields } from "./change-state.js";
import { checkUpdate, type MergedDraft, type MergeInput, mergeUpdate } from "./merge-update.js";
import { fitsLayout } from "./fits-layout.js";
import { measureState } from "./measure-state.js";
import { NeedsThread } from "./needs-thread.js";
import { settleFields } from "./settle-fields.js";
import { approximateBytes } from "./approximate-bytes.js";
import type { DraftShape } from "./layout.js";

/**
 * The most bytes of work on the event loop, where nothing may take 20 ms. Ordinary states take 0.1 ms of
 * processor time a kilobyte; updates that were forged to insert at one place take the square of their pieces,
 * 10 ms for this size.
 */
export const INLINE_BYTES = 8 * 1024;

/**
 * The most bytes of fields that are settled on the event loop. Most drafts take well below a millisecond; 32 KB of
 * equal blocks without keys are paired in some tens of milliseconds.
 */
export const INLINE_SETTLE_BYTES = 32 * 1024;

/** The limit of one job in a thread. */
const LIMIT_MS = 15_000;

/** A state, and the items that were moved in it. */
export interface Kept {
  state: Uint8Array;
  moved: Uint8Array | null;
}

/** A job for a thread. */
export type DraftJob =
  | { verb: "settle"; shape: DraftShape; fields: ContentFields; before: ContentFields }
  | { verb: "make"; shape: DraftShape; fields: ContentFields }
  | { verb: "read"; state: Uint8Array }
  | ({ verb: "replace"; shape: DraftShape; fields: ContentFields } & Kept)
  | ({ verb: "complete"; shape: DraftShape } & Kept)
  | { verb: "fits"; shape: DraftShape; state: Uint8Array }
  | { verb: "check"; input: Pick<MergeInput, "update" | "clientVector"> }
  | { verb: "merge"; shape: DraftShape; input: MergeInput };

/**
 * Computes the collaborative states of drafts (rules/content 11); work on large ones runs in threads,
 * off the event loop, and therefore never inside a transaction: there every method throws NeedsThread instead.
 */
export class Drafts {
  readonly #pool = new WorkerPool({
    // The same file serves from sources and from dist.
    script: join(import.meta.dirname, `draft-worker${extname(import.meta.filename)}`),
    limitMs: LIMIT_MS,
  });

  /**
   * Returns the stored form of a draft's fields; `before` has the fields of the draft so far. Blocks without keys are
   * paired with the blocks before, which takes long where many are equal.
   */
  settle(shape: DraftShape, fields: ContentFields, before: ContentFields): Promise<ContentFields> {
    const job: DraftJob = { verb: "settle", shape, fields, before };
    return this.#run(job, () => settleFields(shape, fields, before), INLINE_SETTLE_BYTES);
  }

  /** Makes a new Y.Doc with the content `fields`. */
  make(shape: DraftShape, fields: ContentFields): Promise<DraftState> {
    return this.#run({ verb: "make", shape, fields }, () => makeState(shape, fields));
  }

  /** Throws `payload_too_large` for settled fields that fit into no state, which no editor could open. */
  async requireOpenable(shape: DraftShape, fields: ContentFields): Promise<void> {
    const { pieces, bytes } = measureState(shape, fields);
    if (pieces > MAX_STATE_PIECES) throw tooLarge();
    if (bytes > MAX_STATE_BYTES) await this.make(shape, fields);
  }

  /** Returns the content of a state. */
  read(state: Uint8Array): Promise<ContentFields> {
    return this.#run({ verb: "read", state }, () => fieldsOf(state));
  }

  /** Replaces all fields by a minimal difference; returns null when the state stays as it is. */
  replace(shape: DraftShape, { state, moved }: Kept, fields: ContentFields): Promise<ReplacedDraft | null> {
    return this.#run({ verb: "replace", shape, state, moved, fields }, () =>
      replaceFields(shape, state, fields, moved),
    );
  }

  /** Adds the permanent entries that a state lacks; returns null when it lacks none. */
  complete(shape: DraftShape, { state, moved }: Kept): Promise<DraftState | null> {
    return this.#run({ verb: "complete", shape, state, moved }, () => completeState(shape, state, moved));
  }

  /** Tells whether each entry of a state has the kind that its type gives it (rules/content 65). */
  fits(shape: DraftShape, { state }: Pick<Kept, "state">): Promise<boolean> {
    return this.#run({ verb: "fits", shape, state }, () => fitsLayout(shape, state));
  }

  /** Throws `invalid_params` for bytes that are not an update or a state vector. */
  check({ update, clientVector }: Pick<MergeInput, "update" | "clientVector">): Promise<void> {
    const input = { update, clientVector };
    return this.#run({ verb: "check", input }, () => checkUpdate(input));
  }

  /** Applies a client's update to a copy. Throws `invalid_params` when it is not valid Yjs. */
  merge(shape: DraftShape, input: MergeInput): Promise<MergedDraft> {
    return this.#run({ verb: "merge", shape, input }, () => mergeUpdate(shape, input));
  }

  /** Ends the threads; they start again when they are needed. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }

  async #run<T>(job: DraftJob, inline: () => T, inlineBytes = INLINE_BYTES): Promise<T> {
    const { verb: _verb, ...parts } = "shape" in job ? { ...job, shape: null } : job;
    if (approximateBytes(parts, inlineBytes) <= inlineBytes) return inline();
    if (isInTransaction()) throw new NeedsThread();
    return (await this.#pool.run(job)) as T;
  }
}
