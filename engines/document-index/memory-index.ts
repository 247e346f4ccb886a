import { setImmediate } from "node:timers/promises";
import { answerQuery } from "./answer-query.js";
import type { SegmentData } from "./columns.js";
import type { IndexPlan } from "./index-plan.js";
import { bytesIn } from "./memory.js";
import { mergeSegments } from "./merge-segments.js";
import type { DocumentChange, IndexPage, IndexQuery, QueryableIndex } from "./interface.js";
import { type Decode, decoderOf, type IndexedRow } from "./decoder.js";
import { Segment } from "./segment.js";
import { buildSegment } from "./segment-builder.js";
import type { TaskRunner } from "./task-pool.js";
import { TUNING, type Tuning } from "./tuning.js";

/** Estimated bytes of a changed document before it has columns, beside its texts. */
const FRESH_BYTES = 1000;
/** Bytes of changed documents from which they are no longer built again for the next query. */
const MOST_FRESH_BYTES = 2 ** 20;
/** Bytes of small segments up to which they are merged in this thread, and from which the worker merges all. */
const MOST_JOINED_BYTES = 4 * 2 ** 20;
/** Milliseconds for which changes are read before other work gets its turn, since documents may be large. */
const SLICE_MS = 5;

/**
 * The documents of one index as columns in memory: one large segment, and a few small
 * segments with later changes, each at least twice as large as the next. A document lives in one segment; its
 * former places are marked as dead.
 */
export class MemoryIndex implements QueryableIndex {
  readonly plan: IndexPlan;
  readonly #tasks: TaskRunner;
  readonly #tuning: Tuning;
  /** Segments, the large one first. */
  #segments: Segment[];
  readonly #fresh = new Map<string, IndexedRow>();
  #freshBytes = 0;
  #freshSegment: Segment | null = null;
  #merging: Promise<void> | null = null;
  /** Segments that the running merge reads, and ids that died or moved since it began. */
  readonly #inMerge = new Set<Segment>();
  readonly #diedSince = new Set<string>();
  #isClosed = false;

  constructor(plan: IndexPlan, data: SegmentData, tasks: TaskRunner, tuning = TUNING) {
    this.plan = plan;
    this.#tasks = tasks;
    this.#tuning = tuning;
    this.#segments = [this.#open(data)];
  }

  get bytes(): number {
    const fresh = this.#freshBytes + (this.#freshSegment?.bytes ?? 0);
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, fresh);
  }

  /** Bytes that `shrink` cannot free. */
  get ownBytes(): number {
    return this.#segments.reduce((sum, { ownBytes }) => sum + ownBytes, this.#freshBytes);
  }

  /** Answers a query. Throws when the index was closed meanwhile. */
  async query(query: IndexQuery): Promise<IndexPage> {
    for (;;) {
      if (this.#isClosed) throw new Error("The index was closed.");
      const answer = answerQuery(this.#all(), query);
      if ("page" in answer) return answer.page;
      // One after another: each derivation may take as much memory as the texts that it reads.
      for (const { segment, derivations } of answer.lacking)
        for (const derivation of derivations) await segment.prepare(derivation);
    }
  }

  async apply(changes: readonly DocumentChange[]): Promise<void> {
    const decode = await decoderOf(this.plan);
    let end = performance.now() + SLICE_MS;
    for (const change of changes) {
      if (performance.now() > end) {
        await setImmediate();
        end = performance.now() + SLICE_MS;
      }
      this.#applyOne(change, decode);
    }
  }

  #applyOne({ id, row }: DocumentChange, decode: Decode): void {
    const indexed = row === null ? null : decode(this.plan, row);
    for (const segment of this.#segments) segment.bury(id);
    if (this.#inMerge.size > 0) this.#diedSince.add(id);
    this.#freshBytes -= bytesOf(this.#fresh.get(id));
    this.#fresh.delete(id);
    if (indexed !== null) this.#fresh.set(id, indexed);
    this.#freshBytes += bytesOf(this.#fresh.get(id));
    this.#freshSegment = null;
    if (this.#fresh.size >= this.#tuning.maxFresh || this.#freshBytes >= MOST_FRESH_BYTES) this.#freeze();
  }

  /** Returns the segments, with all changes that were applied. */
  #all(): Segment[] {
    if (this.#fresh.size === 0) return this.#segments;
    this.#freshSegment ??= this.#open(buildSegment(this.plan, this.#fresh.values()));
    return [...this.#segments, this.#freshSegment];
  }

  #open(data: SegmentData): Segment {
    return new Segment(this.plan, data, this.#tasks, this.#tuning);
  }

  /** Makes a small segment of the fresh documents, and merges small segments of like size. */
  #freeze(): void {
    this.#segments.push(this.#open(buildSegment(this.plan, this.#fresh.values())));
    this.#fresh.clear();
    this.#freshBytes = 0;
    for (;;) {
      const [before, last] = this.#segments.slice(-2);
      if (before === undefined || last === undefined || !this.#isSmall(before)) break;
      if (before.count >= 2 * last.count) break;
      if (before.ownBytes + last.ownBytes > MOST_JOINED_BYTES) break;
      this.#segments.splice(-2, 2, this.#join([before, last]));
    }
    this.#mergeWhenLarge();
  }

  #isSmall = (segment: Segment): boolean => segment !== this.#segments[0] && !this.#inMerge.has(segment);

  #join(segments: readonly Segment[]): Segment {
    return this.#open(mergeSegments(this.plan, segments));
  }

  #mergeWhenLarge(): void {
    const [large, ...small] = this.#segments;
    if (large === undefined || this.#inMerge.size > 0) return;
    const changed = small.reduce((sum, { count }) => sum + count, 0);
    const { mergeFrom, mergePart } = this.#tuning;
    const bytes = small.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
    const isLarge = bytes > Math.max(MOST_JOINED_BYTES, large.ownBytes * mergePart);
    if (!isLarge && changed <= Math.max(mergeFrom, large.count * mergePart)) return;
    // An error that ends the merge, such as a worker that died, loses nothing: the segments stay, and the
    // next change tries again.
    this.#merging = this.#merge(large, [large, ...small])
      .catch(() => {})
      .finally(() => {
        this.#inMerge.clear();
        this.#diedSince.clear();
      });
  }

  /**
   * Merges all present segments into the large one, in the worker, together with the values that queries had
   * derived from it.
   */
  async #merge(large: Segment, parts: readonly Segment[]): Promise<void> {
    for (const part of parts) this.#inMerge.add(part);
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    const data = await this.#tasks.run("merge", {
      plan: this.plan,
      parts: parts.map(({ data, dead }) => ({ data, dead })),
      count,
    });
    const merged = this.#open(data);
    try {
      for (const derivation of large.derivations()) await merged.prepare(derivation);
    } catch {
      // What is lacking is derived when a query needs it.
    }
    for (const id of this.#diedSince) merged.bury(id);
    if (this.#isClosed) return;
    this.#segments = [merged, ...this.#segments.filter((segment) => !this.#inMerge.has(segment))];
  }

  shrink(bytes: number): void {
    let freed = 0;
    for (const segment of this.#segments) freed += segment.shrink(bytes - freed);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#merging;
    this.#segments = [];
    this.#fresh.clear();
    this.#freshBytes = 0;
    this.#freshSegment = null;
  }
}

const bytesOf = (row: IndexedRow | undefined): number =>
  row === undefined ? 0 : FRESH_BYTES + bytesIn(row.values);
