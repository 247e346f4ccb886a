import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { StorageUsage } from "../../../entities/storage-usage.js";
import { claimResults, dropResult, writeResult } from "../../../services/storage/index.js";
import type { Kiln } from "../../../start.js";
import { setUsage } from "../../helpers/set-usage.js";
import { startKiln } from "../../helpers/start-kiln.js";

const TB = 2 ** 40;
const signal = new AbortController().signal;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const contentOf = async (storageId: string): Promise<Buffer | null> => {
  const body = await kiln.host.storage.read(storageId);
  return body === null ? null : buffer(body);
};

test("a result is written from bytes or a stream, and may be written again", async (t) => {
  const bytes = randomBytes(300_000);
  const storageId = randomUUID();
  for (const body of [bytes, Readable.from([bytes])]) {
    const result = { storageId, contentType: "image/png", body, maxBytes: bytes.length, signal };
    const { sizeBytes } = await writeResult(kiln.host, result);
    t.is(sizeBytes, bytes.length);
    t.true((await contentOf(storageId))?.equals(bytes));
  }
  await dropResult(kiln.host, storageId);
  t.is(await contentOf(storageId), null);
  await dropResult(kiln.host, storageId);
});

test("a result that is too large, or whose signal aborts, throws and keeps nothing", async (t) => {
  const storageId = randomUUID();
  const job = { storageId, contentType: "image/png", maxBytes: 9, signal };
  await t.throwsAsync(writeResult(kiln.host, { ...job, body: Readable.from([Buffer.alloc(10)]) }));
  const aborted = AbortSignal.abort(new Error("canceled"));
  await t.throwsAsync(
    writeResult(kiln.host, { ...job, body: Readable.from([Buffer.alloc(10)]), signal: aborted }),
  );
  t.is(await contentOf(storageId), null);
});

test("a claimed result is a committed object of its owner, counted once, whatever the quota says; a second claim fails (rules/generation 8 and 9)", async (t) => {
  const { host } = kiln;
  const ownerId = randomUUID();
  await setUsage(host, ownerId, 2 * TB);
  const result = {
    storageId: randomUUID(),
    contentType: "audio/mpeg",
    sizeBytes: 1000,
    filename: "song.mp3",
  };
  await host.transact(async (tx) => {
    const { beside } = await claimResults(tx, { ownerId, files: [result] });
    for (const { table, id, set, parameters = [] } of beside)
      t.is(await tx.run(`UPDATE ${table} SET ${set} WHERE id = ?`, [...parameters, id]), 1);
  });
  await t.throwsAsync(host.transact((tx) => claimResults(tx, { ownerId, files: [result] })));
  const row = await host.read.findOne(StorageObject, { id: result.storageId });
  t.is(row?.state, "committed");
  t.is(row?.origin, "generated");
  t.is(row?.filename, "song.mp3");
  t.is((await host.read.findOne(StorageUsage, { id: ownerId }))?.committedBytes, 2 * TB + 1000);
});

test("a claim that is rolled back leaves neither object nor usage (rules/generation 8)", async (t) => {
  const { host } = kiln;
  const ownerId = randomUUID();
  const result = { storageId: randomUUID(), contentType: "image/png", sizeBytes: 5, filename: null };
  await t.throwsAsync(
    host.transact(async (tx) => {
      await claimResults(tx, { ownerId, files: [result] });
      throw new Error("the job was canceled meanwhile");
    }),
  );
  t.is(await host.read.findOne(StorageObject, { id: result.storageId }), null);
  t.is(await host.read.findOne(StorageUsage, { id: ownerId }), null);
});

test("a worker that wakes up late neither replaces nor drops a result that was claimed", async (t) => {
  const { host } = kiln;
  const storageId = randomUUID();
  const job = { storageId, contentType: "audio/mpeg", maxBytes: 100, signal };
  const { sizeBytes } = await writeResult(host, { ...job, body: Buffer.from("first") });
  await host.transact((tx) =>
    claimResults(tx, {
      ownerId: randomUUID(),
      files: [{ storageId, contentType: "audio/mpeg", sizeBytes, filename: null }],
    }),
  );
  const late = await writeResult(host, { ...job, body: Readable.from([Buffer.from("another one")]) });
  t.is(late.sizeBytes, 5);
  await dropResult(host, storageId);
  t.is((await contentOf(storageId))?.toString(), "first");
});
