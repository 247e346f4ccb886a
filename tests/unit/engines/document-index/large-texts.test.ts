import test, { type ExecutionContext } from "ava";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import { TaskPool } from "../../../../engines/document-index/index.js";
import { MemoryIndex } from "../../../../engines/document-index/memory-index.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import type { TaskKind, Tasks } from "../../../../engines/document-index/tasks.js";
import { makeDisjunction } from "../../../../engines/document-index/index.js";
import { type ContentRow, decode } from "../../../../services/delivery/indexing/decode-row.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";

const KB = 1024;
const MB = 1024 * KB;
const PLAN = planIndex(
  { name: "article", title: "Article", fields: [{ name: "body", title: "Body", type: "text" }] },
  FIRST_LOCALES,
);

const row = (at: number, body: string): ContentRow => ({
  id: `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`,
  version: at,
  status: "published",
  createdAt: at,
  updatedAt: at,
  publishedAt: at,
  payload: JSON.stringify({ body }),
});

/** A pool that remembers what each task was given, and how many of them ran at once. */
class WatchedPool extends TaskPool {
  readonly given: { kind: TaskKind; input: unknown }[] = [];
  running = 0;
  atOnce = 0;

  override async run<K extends TaskKind>(
    kind: K,
    input: Tasks[K]["input"],
  ): Promise<Tasks[K]["output"]> {
    this.given.push({ kind, input });
    this.atOnce = Math.max(this.atOnce, ++this.running);
    try {
      return await super.run(kind, input);
    } finally {
      this.running -= 1;
    }
  }
}

function open(t: ExecutionContext, bodies: readonly string[]) {
  const pool = new WatchedPool();
  const rows = bodies.map((body, at) => decode(PLAN, row(at, body)));
  const index = new MemoryIndex(PLAN, buildSegment(PLAN, rows), pool);
  t.teardown(async () => {
    await index.close();
    await pool.stop();
  });
  return { index, pool };
}

const contains = (text: string) => ({ kind: "contains", field: "body", text }) as const;
const PAGE = { sort: [], limit: 3, offset: 0, chain: ["en"] };

function* buffersIn(value: unknown): Iterable<ArrayBufferLike> {
  if (ArrayBuffer.isView(value)) yield value.buffer;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* buffersIn(inner);
}

test("searches in long texts share them with the worker, and are sent one at a time (rules/delivery 46)", async (t) => {
  const { index, pool } = open(
    t,
    Array.from({ length: 8 }, (_, at) => `${at} ${"Q".repeat(MB)}`),
  );
  const where = makeDisjunction(["q1x", "q2x", "3 qq"].map(contains));
  t.is((await index.query({ where, ...PAGE })).total, 1);
  const matches = pool.given.filter(({ kind }) => kind === "match");
  t.is(matches.length, 3);
  for (const { input } of matches)
    for (const buffer of buffersIn(input))
      t.true(buffer.byteLength <= 64 * KB || buffer instanceof SharedArrayBuffer);
  t.is(pool.atOnce, 1);
});
