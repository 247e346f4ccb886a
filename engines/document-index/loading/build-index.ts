import { setImmediate } from "node:timers/promises";
import { decoderOf } from "../decoder.js";
import type { IndexPlan } from "../index-plan.js";
import type { DocumentRow, RowSource } from "../interface.js";
import { WorkerClient } from "../../worker-client/index.js";
import { type BuiltIndex, IndexBuilder, type IndexRoom } from "./index-builder.js";

export type BuildRequest =
  | { kind: "open"; plan: IndexPlan; room: IndexRoom }
  | { kind: "rows"; rows: readonly DocumentRow[] }
  | { kind: "finish" };
export type BuildReply = { fits: boolean } | { built: BuiltIndex };

/**
 * Characters up to which a type is read in this thread, batch after batch, because starting a worker would
 * take longer.
 */
const INLINE_CHARACTERS = 4 * 2 ** 20;
/** Number of documents that this thread reads at a stretch. */
const STRETCH = 50;
/** Number of batches on their way to the worker while the next one is read. */
const IN_FLIGHT = 2;

/** Builds the columns of all rows; null when they exceed the memory. Throws what the source throws. */
export async function buildIndex(
  plan: IndexPlan,
  source: RowSource,
  room: IndexRoom,
): Promise<BuiltIndex | null> {
  const rows = source()[Symbol.asyncIterator]();
  try {
    const first: (readonly DocumentRow[])[] = [];
    for (let characters = 0; characters < INLINE_CHARACTERS;) {
      const { value, done } = await rows.next();
      if (done) return await buildHere(plan, first, room);
      first.push(value);
      characters += value.reduce((sum, { payload }) => sum + payload.length, 0);
    }
    return await buildInWorker(plan, first, rows, room);
  } finally {
    await rows.return?.();
  }
}

async function buildHere(
  plan: IndexPlan,
  batches: readonly (readonly DocumentRow[])[],
  room: IndexRoom,
): Promise<BuiltIndex | null> {
  const builder = new IndexBuilder(plan, room, await decoderOf(plan));
  for (const batch of batches) {
    for (let from = 0; from < batch.length; from += STRETCH) {
      if (!builder.add(batch.slice(from, from + STRETCH))) return null;
      await setImmediate();
    }
  }
  return builder.finish();
}

async function buildInWorker(
  plan: IndexPlan,
  first: readonly (readonly DocumentRow[])[],
  rest: AsyncIterator<readonly DocumentRow[]>,
  room: IndexRoom,
): Promise<BuiltIndex | null> {
  const worker = new WorkerClient<BuildRequest, BuildReply>(import.meta.dirname, "build-worker");
  const inFlight: Promise<BuildReply>[] = [];
  const settleOldest = async (): Promise<boolean> => {
    const reply = await inFlight.shift();
    return reply === undefined || !("fits" in reply) || reply.fits;
  };
  try {
    await worker.ask({ kind: "open", plan, room });
    for await (const batch of inTurn(first, rest)) {
      if (inFlight.length >= IN_FLIGHT && !(await settleOldest())) return null;
      inFlight.push(worker.ask({ kind: "rows", rows: batch }));
    }
    while (inFlight.length > 0) if (!(await settleOldest())) return null;
    const reply = await worker.ask({ kind: "finish" });
    return "built" in reply ? reply.built : null;
  } finally {
    await Promise.allSettled(inFlight);
    await worker.end();
  }
}

async function* inTurn<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncIterable<T> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
