import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentChange } from "../../../entities/content-change.js";
import { ContentHead } from "../../../entities/content-head.js";
import { recordChanges } from "../../../services/changes/index.js";
import type { Kiln } from "../../../start.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const DAY_MS = 24 * 3600_000;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const draft = (documentId: string = randomUUID()) =>
  ({ kind: "document", isPublished: false, documentId }) as const;
const published = (documentId: string = randomUUID()) =>
  ({ kind: "document", isPublished: true, documentId }) as const;

const changesOf = (projectId: string) =>
  kiln.host.read.find(ContentChange, { projectId }, { order: { revision: "ASC" } });

test("revisions count from 1 without gaps, also when the first ones come at once (rules/content 55)", async (t) => {
  const { host } = kiln;
  const projectId = randomUUID();
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      host.transact(async (tx) =>
        recordChanges(tx, projectId, index % 3 === 0 ? [draft()] : [draft(), draft()]),
      ),
    ),
  );
  const rows = await changesOf(projectId);
  t.deepEqual(
    rows.map(({ revision }) => revision),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test("drafts leave the published revision where it is (rules/content 55)", async (t) => {
  const { host } = kiln;
  const projectId = randomUUID();
  const head = async () => {
    const found = await host.read.findOne(ContentHead, { id: projectId });
    return [found?.revision, found?.publishedRevision];
  };
  const record = (...changes: (ReturnType<typeof draft> | ReturnType<typeof published>)[]) =>
    host.transact(async (tx) => recordChanges(tx, projectId, changes));
  await record(draft());
  t.deepEqual(await head(), [1, 0]);
  await record(published(), draft());
  t.deepEqual(await head(), [3, 2]);
  await record(draft());
  t.deepEqual(await head(), [4, 2]);
  await record(draft(), published());
  t.deepEqual(await head(), [6, 6]);
  const firstPublished = randomUUID();
  await host.transact(async (tx) => recordChanges(tx, firstPublished, [draft(), published(), draft()]));
  const found = await host.read.findOne(ContentHead, { id: firstPublished });
  t.deepEqual([found?.revision, found?.publishedRevision], [3, 2]);
});

test("nothing of a transaction that fails is recorded (rules/content 55)", async (t) => {
  const { host } = kiln;
  const projectId = randomUUID();
  await t.throwsAsync(
    host.transact(async (tx) => {
      recordChanges(tx, projectId, [draft()]);
      throw new Error("no");
    }),
    { message: "no" },
  );
  t.is(await host.read.findOne(ContentHead, { id: projectId }), null);
  t.deepEqual(await changesOf(projectId), []);
});

test("more changes than one statement takes are recorded in their order (rules/content 55)", async (t) => {
  const { host } = kiln;
  const projectId = randomUUID();
  const ids = Array.from({ length: 1201 }, () => randomUUID());
  await host.transact(async (tx) => recordChanges(tx, projectId, ids.map(draft)));
  const rows = await changesOf(projectId);
  t.deepEqual(
    rows.map(({ documentId }) => documentId),
    ids,
  );
});

test("change rows go after 24 hours, the head stays (rules/content 55)", async (t) => {
  const { host } = kiln;
  const projectId = randomUUID();
  await host.transact(async (tx) => recordChanges(tx, projectId, [draft(), draft(), draft()]));
  const [old] = await changesOf(projectId);
  await host.transact(async (tx) => {
    await tx.update(ContentChange, { id: old?.id ?? "" }, { createdAt: Date.now() - DAY_MS - 1000 });
    await host.tasks.hasten(tx, "content.sweep", "content");
  });
  await until(async () => (await changesOf(projectId)).length === 2);
  t.deepEqual(
    (await changesOf(projectId)).map(({ revision }) => revision),
    [2, 3],
  );
  t.is((await host.read.findOne(ContentHead, { id: projectId }))?.revision, 3);
});
