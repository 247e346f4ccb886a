import { randomUUID } from "node:crypto";
import test from "ava";
import { LessThan } from "typeorm";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { KnownClient } from "../../../entities/known-client.js";
import type { Database } from "../../../runtime/database/database.js";
import { deleteAll, deleteBatch } from "../../../runtime/database/delete-batch.js";
import { reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const transact = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);
const insert = (rows: Record<string, number>) =>
  transact((tx) =>
    tx.insert(
      KnownClient,
      Object.entries(rows).map(([id, expiresAt]) => ({ id, expiresAt })),
    ),
  );
const left = async () => (await reader(database).find(KnownClient, {})).map(({ id }) => id).toSorted();
const old = { expiresAt: LessThan(100) };

test.serial("batches delete what matches until nothing is left", async (t) => {
  await insert({ a: 1, b: 2, c: 3, d: 4, e: 500 });
  const host = { read: reader(database), transact };
  t.false(await deleteBatch<KnownClient>(host, KnownClient, old, 3));
  t.is((await left()).length, 2);
  t.true(await deleteBatch<KnownClient>(host, KnownClient, old, 3));
  t.deepEqual(await left(), ["e"]);
  await insert({ a: 1, b: 2, c: 3, d: 4 });
  t.true(await deleteAll<KnownClient>(host, new AbortController().signal, KnownClient, old, 2));
  t.deepEqual(await left(), ["e"]);
});

test.serial("a row that no longer matches when its batch is deleted stays", async (t) => {
  await insert({ a: 1, b: 2 });
  const host = {
    read: reader(database),
    async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      await transact((tx) => tx.run("UPDATE known_clients SET expiresAt = 500 WHERE id = 'a'"));
      return transact(work);
    },
  };
  await deleteBatch<KnownClient>(host, KnownClient, old);
  t.deepEqual(await left(), ["a"]);
});

test.serial(
  "large rows are deleted some at a time, as others wait for the embedded database meanwhile (rules/running 24)",
  async (t) => {
    const projectId = randomUUID();
    const megabytes = (count: number) => ({ text: "x".repeat(count * 2 ** 20) });
    for (const [id, size] of Object.entries({ a: 3, b: 3, c: 5, d: 1, e: 1, f: 1 }))
      await transact((tx) => tx.insert(ContentTypeVersion, versionOf(id, projectId, megabytes(size))));
    await transact((tx) => tx.insert(ContentTypeVersion, versionOf("g", randomUUID(), megabytes(1))));
    const host = { read: reader(database), transact };
    const sizes: number[] = [];
    for (let isDone = false; !isDone;) {
      const before = (await host.read.ids(ContentTypeVersion, { projectId }, 10)).length;
      isDone = await deleteBatch<ContentTypeVersion>(host, ContentTypeVersion, { projectId });
      sizes.push(before - (await host.read.ids(ContentTypeVersion, { projectId }, 10)).length);
    }
    t.true(
      sizes.every((size) => size <= 3),
      `batches of ${sizes.join(", ")} rows`,
    );
    t.is(
      sizes.reduce((sum, size) => sum + size, 0),
      6,
    );
    t.deepEqual(await host.read.ids(ContentTypeVersion, {}, 10), ["g"]);
  },
);

const versionOf = (id: string, projectId: string, schema: object) => ({
  id,
  projectId,
  typeId: id,
  version: 1,
  schema: schema as never,
  createdById: null,
  createdAt: 1,
});

test.serial("deletion in batches stops when its signal aborts", async (t) => {
  await insert({ a: 1, b: 2, c: 3 });
  const abort = new AbortController();
  const host = {
    read: reader(database),
    transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      abort.abort();
      return transact(work);
    },
  };
  t.false(await deleteAll<KnownClient>(host, abort.signal, KnownClient, old, 2));
  t.is((await left()).length, 1);
});
