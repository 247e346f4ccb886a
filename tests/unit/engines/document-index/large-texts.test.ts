import test, { type ExecutionContext } from "ava";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import { makeDisjunction, TaskPool } from "../../../../engines/document-index/index.js";
import { MemoryIndex } from "../../../../engines/document-index/memory-index.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import type { TaskKind, Tasks } from "../../../../engines/document-index/tasks.js";
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
    owner: string,
    kind: K,
    input: Tasks[K]["input"],
  ): Promise<Tasks[K]["output"]> {
    this.given.push({ kind, input });
    this.atOnce = Math.max(this.atOnce, ++this.running);
    try {
      return await super.run(owner, kind, input);
    } finally {
      this.running -= 1;
    }
  }
}

function open(t: ExecutionContext, bodies: readonly string[]) {
  const pool = new WatchedPool();
  const rows = bodies.map((body, at) => decode(PLAN, row(at, body)));
  const index = new MemoryIndex(PLAN, buildSegment(PLAN, rows), pool.of("anna"));
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

const pool = new TaskPool();
const count = 8;
const ends = Uint32Array.from({ length: count }, (_, at) => (at + 1) * MB);
const heap = new Uint8Array(count * MB).fill(0x61);
const longView = { kind: "text", heap, starts: ends.map((end) => end - MB), ends, blanks: null } as const;
const words = Array.from({ length: count }, () => new Uint8Array(MB).fill(0x61));
const wordView = { kind: "code", codes: new Uint16Array(count), words } as const;
const SHORT = 4 * KB;
const shortView = { ...longView, starts: ends.map((end) => end - SHORT) };

test("what reads long texts leaves the event loop, however few documents have them (rules/delivery 46)", (t) => {
  const key = { view: longView, isDescending: false };
  t.false(pool.isInline("order", { keys: [key], isReversed: false, count }));
  t.false(pool.isInline("folded", { view: longView, count }));
  t.false(pool.isInline("match", { folded: null, view: wordView, text: "q1x", count }));
  const folded = { heap, starts: longView.starts, filter: null };
  t.false(pool.isInline("match", { folded, view: longView, text: "q1x", count }));
  const short = { view: shortView, isDescending: false };
  t.true(pool.isInline("order", { keys: [short], isReversed: false, count }));
  t.true(pool.isInline("folded", { view: shortView, count }));
});

test("texts that repeat have a dictionary while they are short", (t) => {
  const kindOf = (body: string) =>
    buildSegment(
      PLAN,
      Array.from({ length: 100 }, (_, at) => decode(PLAN, row(at, at === 0 ? "first" : body))),
    ).columns.get("body")?.kind;
  t.is(kindOf("ceramics"), "code");
  t.is(kindOf("x".repeat(10 * KB)), "text");
});

test("few matches are sorted at once when their texts are short, and by the order of all when they are long (rules/delivery 46)", async (t) => {
  const ask = async (length: number) => {
    const bodies = Array.from({ length: 12 }, (_, at) => `${"x".repeat(length)}${11 - at}`.slice(-length));
    const { index, pool } = open(t, bodies);
    const sort = [{ field: "body", isDescending: false }];
    const { versions } = await index.query({ ...PAGE, where: contains("x"), sort });
    return { versions, kinds: pool.given.map(({ kind }) => kind) };
  };
  const byBody = [1, 0, 11];
  t.deepEqual(await ask(3 * KB), { versions: byBody, kinds: [] });
  const long = await ask(MB);
  t.deepEqual(long.versions, byBody);
  t.true(long.kinds.includes("order"));
});
