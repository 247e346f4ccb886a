import test from "ava";
import fc from "fast-check";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import { hasBit } from "../../../../engines/document-index/bitmap.js";
import { decoderOf } from "../../../../engines/document-index/decoder.js";
import { bytesFinder } from "../../../../engines/document-index/find-bytes.js";
import { findText } from "../../../../engines/document-index/find-text.js";
import { foldTexts } from "../../../../engines/document-index/folded-text.js";
import { TaskPool } from "../../../../engines/document-index/index.js";
import { MemoryIndex } from "../../../../engines/document-index/memory-index.js";
import { OverflowTable } from "../../../../engines/document-index/overflow/overflow-table.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import { blocksWith } from "../../../../engines/document-index/text-filter.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const MB = 1024 * 1024;

/** Texts as they lie in memory, one after the other. */
function viewOf(texts: readonly string[]) {
  const parts = texts.map((text) => Buffer.from(text));
  const ends = new Uint32Array(parts.length);
  parts.reduce((end, part, at) => (ends[at] = end + part.length), 0);
  const starts = Uint32Array.from(ends, (end, at) => end - (parts[at]?.length ?? 0));
  return { kind: "text", heap: new Uint8Array(Buffer.concat(parts)), starts, ends, blanks: null } as const;
}

/** The texts that contain the sought one, by a search in memory. */
function foundInMemory(texts: readonly string[], sought: string): boolean[] {
  const view = viewOf(texts);
  const found = findText(foldTexts(view), view, sought);
  return texts.map((_, at) => hasBit(found, at));
}

const PLAN = planIndex(
  {
    name: "article",
    title: "Article",
    fields: [
      { name: "body", title: "Body", type: "text" },
      { name: "note", title: "Note", type: "text", localized: true },
    ],
  },
  FIRST_LOCALES,
);

/** The texts that contain the sought one, by the file of a type that does not fit into memory. */
async function foundInFile(texts: readonly string[], sought: string, field = "body"): Promise<boolean[]> {
  const table = new OverflowTable(PLAN, ":memory:", await decoderOf(PLAN));
  const idOf = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
  table.apply(
    texts.map((body, at) => ({
      id: idOf(at),
      row: {
        id: idOf(at),
        version: 1,
        status: "published",
        createdAt: at,
        updatedAt: at,
        publishedAt: at,
        payload: JSON.stringify({ body, note: { en: body } }),
      },
    })),
  );
  const where = { kind: "contains", field, text: sought } as const;
  const { ids } = table.query({ where, sort: [], limit: texts.length, offset: 0, chain: ["en"] });
  table.close();
  return texts.map((_, at) => ids.includes(idOf(at)));
}

const few = fc
  .constantFrom("a", "ab", "ab\u0000")
  .map((letters) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 150 }))
  .chain((text) => fc.record({ texts: fc.array(text, { minLength: 1, maxLength: 8 }), sought: text }));

test("a text of any length is found in documents as String.includes finds it, in memory and in a file (rules/delivery 49)", async (t) => {
  await fc.assert(
    fc.asyncProperty(few, async ({ texts, sought }) => {
      fc.pre(sought !== "");
      const whole = [...texts, `${texts[0]}${sought}`, sought.slice(1)];
      const expected = whole.map((text) => text.includes(sought));
      t.deepEqual(foundInMemory(whole, sought), expected);
      t.deepEqual(await foundInFile(whole, sought), expected);
      t.deepEqual(await foundInFile(whole, sought, "note"), expected);
    }),
    { numRuns },
  );
});

test("bytes are found where Buffer.indexOf finds them, from any place on (rules/delivery 49)", (t) => {
  fc.assert(
    fc.property(few, fc.nat({ max: 100 }), ({ texts, sought }, from) => {
      const heap = Buffer.from(`${texts.join("")}${sought}${texts.join("")}`);
      const part = Buffer.from(sought);
      t.is(bytesFinder(part)(heap, from), heap.indexOf(part, from));
    }),
    { numRuns },
  );
});

// By comparing the sought text with each place of the text, each of these searches takes over ten minutes.
const text = "a".repeat(4 * MB);
const half = "a".repeat(MB / 2);
const worst = [`ab${half}`, `${half}b${half}`, `${half}b`];

test("the time of a search in memory is not the product of the lengths of both texts (rules/delivery 49)", (t) => {
  for (const sought of worst) t.deepEqual(foundInMemory(["a", text, sought], sought), [false, false, true]);
});

test("the time of a search in a file is not the product of the lengths of both texts (rules/delivery 49)", async (t) => {
  for (const sought of worst.slice(1))
    t.deepEqual(await foundInFile(["a", text, sought], sought), [false, false, true]);
});

test("a search is done at once only where its text and the sought one take little time together (rules/delivery 46 and 49)", (t) => {
  const pool = new TaskPool();
  const heap = new Uint8Array(4 * MB).fill(0x61);
  const view = {
    kind: "text",
    heap,
    starts: new Uint32Array(1),
    ends: Uint32Array.of(heap.length),
    blanks: null,
  } as const;
  const isInline = (sought: string, bytes: number) => {
    const folded = { heap: heap.subarray(0, bytes), starts: view.starts, filter: null };
    return pool.isInline("match", { folded, view, text: sought, count: 1 });
  };
  t.true(isInline("clay", 4 * MB));
  t.false(isInline("a".repeat(64), 4 * MB));
  t.false(isInline("a".repeat(4_000), 4 * MB));
  t.true(isInline("a".repeat(4_000), MB / 4));
  t.false(isInline("a".repeat(MB), 1));
  const words = { kind: "code" as const, codes: new Uint16Array(1), words: [] };
  t.false(pool.isInline("match", { folded: null, view: words, text: "a".repeat(MB), count: 1 }));
});

test("the filter of texts is asked for the beginning of a long text only (rules/delivery 49)", (t) => {
  let asked = 0;
  const blocks = {
    subarray: () => {
      asked += 1;
      return new Uint32Array(1);
    },
  } as unknown as Uint32Array;
  blocksWith({ words: 1, blocks }, Buffer.alloc(50_000, "a"));
  t.is(asked, 256);
});

test("texts that were sought count as memory of the index, and are bounded (rules/delivery 11)", async (t) => {
  const pool = new TaskPool();
  const row = { id: "00000000-0000-4000-8000-000000000000", version: 1, status: "published", createdAt: 1 };
  const body = { ...row, updatedAt: 1, publishedAt: 1, payload: JSON.stringify({ body: "clay" }) };
  const decodeRow = await decoderOf(PLAN);
  const index = new MemoryIndex(PLAN, buildSegment(PLAN, [decodeRow(PLAN, body)]), pool.of("anna"));
  for (let at = 0; at < 50; at++) {
    const where = { kind: "contains", field: "body", text: `${"x".repeat(MB / 2)}${at}` } as const;
    t.is((await index.query({ where, sort: [], limit: 1, offset: 0, chain: ["en"] })).total, 0);
  }
  t.true(index.bytes > 30 * MB && index.bytes < 34 * MB, `${index.bytes} bytes`);
  await index.close();
  await pool.stop();
});
