import test from "ava";
import { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { askProject } from "../../../services/content/documents/batch/batch.repository.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
let owner: Person;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  owner = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

async function makeTrigger(projectId: string): Promise<string> {
  const id = await makeWorkflow(owner.api, graphOf([promptNode("p", "words")]), { projectId });
  const { status, body } = await owner.api.post(`/v1/workflows/${id}/triggers`, {
    event: { type: "article" },
    dailyCredits: 0,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.trigger.id;
}

for (const hasWebhook of [true, false])
  for (const hasTrigger of [true, false])
    test(`publishes of one batch are heard by ${hasWebhook ? "a" : "no"} webhook and ${hasTrigger ? "a" : "no"} trigger of their project (rules/workflows 35)`, async (t) => {
      const projectId = await makeProject(owner);
      await makeType(kiln, projectId);
      const documents = new Documents(owner, projectId);
      const ids = await Promise.all(["One", "Two", "Three"].map((title) => documents.make({ title })));
      if (hasWebhook)
        await makeWebhook(owner.api, projectId, "http://127.0.0.1:9/", { events: ["document.publish"] });
      const triggerId = hasTrigger ? await makeTrigger(projectId) : null;
      const published = await Promise.all(ids.map((id) => documents.publish(id, 1)));
      t.deepEqual(
        published.map(({ status }) => status),
        [200, 200, 200],
      );
      const { read } = kiln.host;
      const told = (await read.find(WebhookDelivery, { projectId })).map(({ documentId }) => documentId);
      t.deepEqual(told.toSorted(), hasWebhook ? ids.toSorted() : []);
      const fires = triggerId === null ? [] : await read.find(WorkflowTriggerFire, { triggerId });
      const fired = fires.map(({ tick }) => tick.split(" ")[0] ?? "");
      t.deepEqual(fired.toSorted(), hasTrigger ? ids.toSorted() : []);

      const stranger = await signUp(kiln.url);
      const ask = (publishes: boolean) =>
        kiln.host.transact((tx) =>
          askProject(tx, projectId, {
            accountIds: [stranger.id, owner.id, owner.id],
            publishes,
            grows: false,
          }),
        );
      const seers = new Set([owner.id]);
      t.deepEqual(await ask(true), { seers, hasListeners: hasWebhook, hasTriggers: hasTrigger, stored: 0 });
      t.deepEqual(await ask(false), { seers, hasListeners: false, hasTriggers: false, stored: 0 });
    });
