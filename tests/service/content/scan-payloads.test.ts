import test from "ava";
import { v7 } from "uuid";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { firstMark } from "../../../services/content/documents/history.js";
import { type PayloadRow, type ScanCursor, scanPayloads } from "../../../services/content/index.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

type Scanned = Awaited<ReturnType<typeof scanPayloads>>;

const COUNT = 400;
const BATCH = 50;

/** Makes a row. Each two rows have the same time. */
const rowOf = (projectId: string, typeId: string, number: number) => ({
  id: v7(),
  projectId,
  typeId,
  type: "article",
  status: "published" as const,
  draftVersion: 1,
  isValid: true,
  schemaVersion: 1,
  draftBytes: 2,
  publishedVersion: 1,
  publishedAt: number,
  firstPublishedAt: number,
  createdById: null,
  createdAt: number >>> 1,
  updatedAt: number,
  title: null,
  titleKey: "",
  searchTitle: "",
  filled: "",
  filledHash: "",
  history: firstMark({ accountId: projectId, actor: "key" }, 1),
  draft: {},
  published: { number },
});

/** Returns the rows of an index that the connection has examined so far. */
async function lookedAt(read: Reader): Promise<number> {
  const [row] = await read.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_icp_attempts'");
  return Number(row?.Value);
}

test("a scan gives each document once, oldest first, and a batch passes nothing but its own", async (t) => {
  const [projectId, typeId] = [v7(), v7()];
  const rows = Array.from({ length: COUNT }, (_, number) => rowOf(projectId, typeId, number));
  await db.transact(async (tx) => {
    for (const row of rows) await tx.insert(ContentDocument, row);
  });
  await db.transact(async (tx) => {
    const found: PayloadRow[] = [];
    for (let after: ScanCursor | null = null; ;) {
      const before = tx.database.dialect === "mariadb" ? await lookedAt(tx) : 0;
      const batch: Scanned = await scanPayloads(tx, typeId, "published", after, BATCH);
      // Nothing is pushed down where the batch is the first one.
      if (tx.database.dialect === "mariadb") t.true((await lookedAt(tx)) - before <= BATCH + 2);
      for await (const rows of batch.parts) found.push(...rows);
      if (batch.cursors.length < BATCH) break;
      after = batch.cursors.at(-1) ?? null;
    }
    const expected = rows.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    t.deepEqual(
      found.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
  });
});

test("a large document that is deleted during a scan, and made again in another type, is left out", async (t) => {
  const [projectId, typeId, otherId] = [v7(), v7(), v7()];
  const large = { ...rowOf(projectId, typeId, 1), published: { text: "x".repeat(100_000) } };
  const small = rowOf(projectId, typeId, 2);
  await db.transact(async (tx) => {
    for (const row of [large, small]) await tx.insert(ContentDocument, row);
  });
  const { cursors, parts } = await scanPayloads(db.read, typeId, "published", null, BATCH);
  t.is(cursors.length, 2);
  await db.transact(async (tx) => {
    await tx.delete(ContentDocument, { id: large.id });
    await tx.insert(ContentDocument, { ...large, typeId: otherId, type: "other" });
  });
  const found: string[] = [];
  for await (const rows of parts) found.push(...rows.map(({ id }) => id));
  t.deepEqual(found, [small.id]);
});
