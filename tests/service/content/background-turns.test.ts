import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentDocument } from "../../../entities/content-document.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import { deleteType } from "../../../services/content/types/delete-type.js";
import { purgeTask } from "../../../services/content/types/purge-type.js";
import { refreshTask } from "../../../services/content/types/refresh-documents.js";
import { readPosition } from "../../../services/content/types/refresh-position.repository.js";
import type { Kiln } from "../../../start.js";
import { makeArticles } from "../../helpers/make-site.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** The tests are about the turns of work on a type with many documents; a turn here is over behind its first batch. */
const NO_TIME = -1;
const AGAIN = { again: { afterMs: 0 } };

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
  for (const queue of ["content.refresh", "content.type"]) kiln.host.tasks.forget(queue);
});
test.after.always(() => kiln?.stop());

/** Makes a type with 61 documents whose derived columns are behind, besides one that is not. */
async function makeMany() {
  const { ann, projectId, documents } = await makeArticles(kiln);
  const { id: typeId } = await postType(ann.api, projectId, "page", [field("title")], {
    titleField: "title",
  });
  const model = await documents.make({ title: "A" }, { type: "page" });
  await kiln.host.transact(async (tx) => {
    const row = await tx.findOne(ContentDocument, { id: model });
    if (row === null) throw new Error("It is not there.");
    const copies = Array.from({ length: 60 }, () => ({ ...row, id: randomUUID(), title: "behind" }));
    for (let at = 0; at < copies.length; at += 20)
      await tx.insert(ContentDocument, copies.slice(at, at + 20) as never);
    await tx.update(ContentDocument, { id: model }, { title: "behind" });
  });
  return { ann, projectId, typeId };
}

const run = (handler: TaskHandler, subject: string) =>
  handler.run({ subject, signal: new AbortController().signal, complete: () => Promise.resolve() } as never);

test("a refresh gives turns to the types of others, and goes on where it was (rules/running 24)", async (t) => {
  const { projectId, typeId } = await makeMany();
  const handler = refreshTask(kiln.host, NO_TIME);
  const left: number[] = [];
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    outcomes.push(await run(handler, typeId));
    left.push(await kiln.host.read.count(ContentDocument, { projectId, title: "behind" }));
  }
  t.deepEqual(left, [36, 11, 0, 0]);
  t.deepEqual(outcomes, [AGAIN, AGAIN, AGAIN, undefined]);
});

test("a refresh begins anew when the type or the settings were changed since its last turn", async (t) => {
  const { ann, projectId, typeId } = await makeMany();
  const settings = `/v1/projects/${projectId}/content/settings`;
  await ann.api.put(settings, { locales: [{ code: "en" }, { code: "de" }] });
  const position = async () => (await readPosition(kiln.host.read, typeId))?.position.id;
  const turn = () => run(refreshTask(kiln.host, NO_TIME), typeId);
  await turn();
  t.not(await position(), "");
  await ann.api.put(settings, { locales: [{ code: "en" }, { code: "fr" }] });
  t.is(await position(), "");
  await turn();
  t.not(await position(), "");
  await ann.api.put(`/v1/content/types/${typeId}`, {
    baseVersion: 1,
    fields: [field("title"), field("slug")],
  });
  t.is(await position(), "");
});

test("the removal of a deleted type's documents gives turns to the types of others (rules/running 24)", async (t) => {
  const { ann, projectId, typeId } = await makeMany();
  const interrupted = Object.create(kiln.host, {
    fault: {
      value: () => {
        throw new Error("The request ends before the documents are removed.");
      },
    },
  }) as Kiln["host"];
  await deleteType(interrupted, { type: { id: typeId, projectId }, accountId: ann.id, force: true });
  const handler = purgeTask(kiln.host, NO_TIME);
  t.deepEqual(await run(handler, typeId), AGAIN);
  let turns = 1;
  while ((await run(handler, typeId)) !== undefined) turns += 1;
  t.true(turns < 10);
  t.is(await kiln.host.read.count(ContentDocument, { typeId }), 0);
});
