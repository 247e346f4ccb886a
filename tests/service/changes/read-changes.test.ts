import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import fc from "fast-check";
import { In } from "typeorm";
import { ContentChange } from "../../../entities/content-change.js";
import type { Database } from "../../../runtime/database/database.js";
import { reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { readChanges, recordChanges } from "../../../services/changes/index.js";
import { ChangeLog } from "../../../services/delivery/serving/change-log.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const transact = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);

/** Makes a project with the given number of changes of documents, of which some rows are gone. */
async function projectWith(count: number, gone: readonly number[] = []): Promise<string> {
  const projectId = randomUUID();
  const change = () => ({ kind: "document", isPublished: true, documentId: randomUUID() }) as const;
  await transact(async (tx) => recordChanges(tx, projectId, Array.from({ length: count }, change)));
  await transact((tx) => tx.delete(ContentChange, { projectId, revision: In([...gone, 0]) }));
  return projectId;
}

async function revisions(projectId: string, after: number, upTo: number, limit?: number) {
  const changes = await readChanges(reader(database), projectId, { after, upTo }, limit);
  return changes?.map(({ revision }) => revision) ?? null;
}

test("changes are read in their order, as far as asked and as many as asked (rules/content 55)", async (t) => {
  const id = await projectWith(6);
  t.deepEqual(await revisions(id, 1, 6), [2, 3, 4, 5, 6]);
  t.deepEqual(await revisions(id, 1, 4), [2, 3, 4]);
  t.deepEqual(await revisions(id, 1, 6, 2), [2, 3]);
  t.deepEqual(await revisions(id, 4, 6, 2), [5, 6]);
  t.deepEqual(await revisions(id, 6, 6), []);
});

test("changes of which rows are gone are not known, wherever the gap is", async (t) => {
  for (const gone of [[2], [3, 4], [6], [2, 6], [2, 3, 4, 5, 6]]) {
    const id = await projectWith(6, gone);
    t.is(await revisions(id, 1, 6), null, `without ${gone.join()}`);
  }
  const id = await projectWith(6, [3, 4]);
  t.deepEqual(await revisions(id, 4, 6), [5, 6]);
  t.deepEqual(await revisions(id, 1, 6, 1), [2]);
  t.is(await revisions(id, 1, 6, 2), null);
  t.is(await revisions(id, 6, 7), null, "a head that is ahead of its rows");
});

test("a log that meets a gap says that it does not know, and follows again from there", async (t) => {
  const id = await projectWith(6, [3, 4]);
  const log = new ChangeLog({ read: reader(database) }, id, 1);
  t.is(await log.since(1, 6), null);
  t.false(log.knows({ after: 1, upTo: 6 }));
  t.deepEqual(
    (await log.since(5, 6))?.map(({ revision }) => revision),
    [6],
  );
  const documentId = randomUUID();
  await transact(async (tx) => recordChanges(tx, id, [{ kind: "document", isPublished: true, documentId }]));
  t.like(await log.since(6, 7), [{ revision: 7, documentId }]);
  t.false(log.isUntouched(documentId, { after: 6, upTo: 7, perspective: "published" }));
});

test("a log that let its changes go reads them again, and calls nothing untouched that it does not know (rules/delivery 44)", async (t) => {
  const id = await projectWith(6);
  const documentId = randomUUID();
  const [link] = [{ kind: "links", isPublished: true }] as const;
  await transact(async (tx) =>
    recordChanges(tx, id, [{ kind: "document", isPublished: true, documentId }, link]),
  );
  const log = new ChangeLog({ read: reader(database) }, id, 1);
  const revisionsOf = async (after: number, upTo: number) =>
    (await log.since(after, upTo))?.map(({ revision }) => revision);
  await log.since(1, 8);
  t.is(log.size, 7);
  const other = { documentId: randomUUID(), range: { after: 2, upTo: 8, perspective: "published" } } as const;
  t.true(log.isUntouched(other.documentId, other.range));
  log.shorten();
  t.is(log.size, 0);
  t.is(log.revision, 8);
  t.false(log.knows({ after: 7, upTo: 8 }));
  t.false(log.isUntouched(other.documentId, other.range));
  t.false(log.hasSameFile(randomUUID(), { after: 7, upTo: 8, perspective: "published" }));
  t.deepEqual(await revisionsOf(1, 8), [2, 3, 4, 5, 6, 7, 8]);
  t.deepEqual(await revisionsOf(8, 8), []);
  await transact(async (tx) => recordChanges(tx, id, [{ kind: "document", isPublished: true, documentId }]));
  t.deepEqual(await revisionsOf(8, 9), [9]);
  t.true(log.isUntouched(other.documentId, { ...other.range, after: 8, upTo: 9 }));
  t.false(log.isUntouched(documentId, { ...other.range, after: 8, upTo: 9 }));
  t.false(log.isUntouched(other.documentId, { ...other.range, after: 7, upTo: 9 }));
});

test("a log that lets go at any moment, also while it reads, gives every change once and in order (rules/delivery 44)", async (t) => {
  const id = await projectWith(1200);
  const read = reader(database);
  const log = new ChangeLog({ read }, id, 1);
  const numbers = fc.sample(
    fc.tuple(fc.integer({ min: 1, max: 1200 }), fc.integer({ min: 1, max: 1200 })),
    60,
  );
  const asked = numbers.map(async ([one, other], index) => {
    const [after, upTo] = [Math.min(one, other), Math.max(one, other)];
    // Each read is in a turn of its own, while others read.
    for (let turn = index % 7; turn > 0; turn -= 1) await setImmediate();
    if (index % 3 === 0) log.shorten();
    const found = (await log.since(after, upTo))?.map(({ revision }) => revision) ?? [];
    if (index % 4 === 0) log.shorten();
    t.deepEqual(
      found,
      Array.from({ length: found.length }, (_, at) => after + 1 + at),
    );
    t.true(after + found.length >= upTo);
  });
  await Promise.all(asked);
});
