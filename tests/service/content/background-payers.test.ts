import test from "ava";
import { v7 } from "uuid";
import { Task } from "../../../entities/task.js";
import { noteWeight } from "../../../services/content/documents/compact-draft.js";
import { deleteType } from "../../../services/content/types/delete-type.js";
import { planRefresh } from "../../../services/content/types/refresh-documents.js";
import type { Kiln } from "../../../start.js";
import { makeSite, type Site, TITLE } from "../../helpers/make-site.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { postType, field } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** The queues of background work that requests in a project cause. */
const QUEUES = [
  "content.compact",
  "content.refresh",
  "content.type",
  "translation.publish",
  "webhooks.forget",
];

let kiln: Kiln;
let ann: Site["ann"];
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  ({ ann } = await makeSite(kiln, TITLE));
  // The tasks stay where they were queued.
  for (const queue of QUEUES) kiln.host.tasks.forget(queue);
});
test.after.always(() => kiln?.stop());

/** Causes a task in each of the queues. */
async function causeWork(): Promise<void> {
  const projectId = await makeProject(ann);
  const documentId = v7();
  const { id: typeId } = await postType(ann.api, projectId, "article", [field("title", { localized: true })]);
  await ann.api.put(`/v1/projects/${projectId}/content/settings`, {
    locales: [{ code: "en" }, { code: "de" }],
    translation: { autoTranslateOnPublish: true },
  });
  await ann.api.post(`/v1/projects/${projectId}/content/documents`, {
    id: documentId,
    type: "article",
    draft: { title: { en: "Kiln" } },
  });
  await ann.api.post(`/v1/content/documents/${documentId}/publish`, { baseVersion: 1 });
  const { id: webhookId } = await makeWebhook(ann.api, projectId, "http://127.0.0.1:9/hook");
  await ann.api.delete(`/v1/content/webhooks/${webhookId}`);
  await kiln.host.transact(async (tx) => {
    await planRefresh(kiln.host, tx, { projectId, typeIds: [typeId] });
    const before = { document: { id: documentId, projectId, draftBytes: 10 }, live: null };
    await noteWeight(tx, before as never, {
      live: { state: { byteLength: 1024 * 1024 } } as never,
      draftBytes: 10,
    });
  });
  const interrupted = Object.create(kiln.host, {
    fault: {
      value: () => {
        throw new Error("The request ends before the documents are removed.");
      },
    },
  }) as Kiln["host"];
  await deleteType(interrupted, { type: { id: typeId, projectId }, accountId: ann.id, force: true });
}

test("background work of all projects of an account takes the account's turns (rules/running 24)", async (t) => {
  await causeWork();
  await causeWork();
  for (const queue of QUEUES) {
    const tasks = await kiln.host.read.find(Task, { queue });
    t.deepEqual(
      tasks.map(({ payer }) => payer),
      [ann.id, ann.id],
      queue,
    );
  }
});
