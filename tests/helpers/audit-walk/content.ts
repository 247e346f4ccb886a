import { randomUUID } from "node:crypto";
import { mergeDraft } from "../../../contracts/content-documents.js";
import { placeTranslation } from "../../../contracts/translation.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../client.js";
import { until } from "../until.js";
import type { AuditWalk } from "./walk.js";

/** Calls the writing actions of content, webhooks, translations and delivery tokens. */
export async function walkContent({ t, kiln, ann, bob, projectId, does }: AuditWalk): Promise<void> {
  const { api } = ann;
  const here = { project: projectId };
  const byBob = { ...here, by: bob, owner: ann.id };
  const project = `/v1/projects/${projectId}`;
  // content
  const content = `${project}/content`;
  await does(
    "content.updateSettings",
    api,
    (c) => c.put(`${content}/settings`, { defaultLocale: "en", locales: [{ code: "en" }, { code: "de" }] }),
    { ...here, id: projectId },
  );
  const fields = [{ name: "title", title: "Title", type: "string", localized: true }];
  const { contentType } = await does(
    "content.createType",
    api,
    (c) => c.post(`${content}/types`, { name: "note", title: "Note", fields }),
    { ...here, id: (body) => body.contentType.id },
  );
  const ofType = { ...here, id: contentType.id as string };
  const type = `/v1/content/types/${ofType.id}`;
  await does("content.updateType", api, (c) => c.put(type, { baseVersion: 1, title: "N" }), ofType);
  const { document } = await does(
    "content.createDocument",
    bob.api,
    (c) => c.post(`${content}/documents`, { type: "note", draft: { title: "secret words" } }),
    { ...byBob, id: (body) => body.document.id },
  );
  const id = document.id as string;
  const ofDocument = { ...here, id };
  const path = `/v1/content/documents/${id}`;
  await does("content.replaceDraft", api, (c) => c.put(path, { draft: { title: "two" } }), ofDocument);
  await does("content.patchDraft", api, (c) => c.patch(path, { draft: { title: "three" } }), ofDocument);
  const opened = (await api.get(path)).body;
  const { webhook } = await does(
    "webhooks.create",
    api,
    (c) =>
      c.post(`${content}/webhooks`, {
        name: "w",
        url: "http://127.0.0.1:9/x",
        events: ["document.publish"],
      }),
    { ...here, id: (body) => body.webhook.id },
  );
  await does(
    "content.publishDocument",
    api,
    (c) => c.post(`${path}/publish`, { baseVersion: opened.document.draftVersion }),
    ofDocument,
  );
  const hook = `/v1/content/webhooks/${webhook.id as string}`;
  const { deliveries } = (await api.get(`${hook}/deliveries`)).body;
  const deliveryId = deliveries[0].id as string;
  await does("webhooks.retryDelivery", api, (c) => c.post(`${hook}/deliveries/${deliveryId}/retry`), {
    ...here,
    id: deliveryId,
  });
  const ofHook = { ...here, id: webhook.id as string };
  await does("webhooks.update", api, (c) => c.patch(hook, { name: "v" }), ofHook);
  await does("webhooks.delete", api, (c) => c.delete(hook), ofHook);
  const auth = {
    accountId: ann.id,
    email: ann.email,
    scopes: null,
    kind: "key" as const,
    credentialId: randomUUID(),
    isOperator: false,
    isSuspended: false,
    isEmailVerified: true,
    features: { generation: true, transcription: true },
  };
  /** Calls actions that only other services and agents call. */
  const asService =
    (work: (meta: Parameters<Kiln["host"]["call"]>[2]) => Promise<unknown>) => async (c: Client) => {
      const requestId = c.headers["x-request-id"] ?? "";
      const body = await work({ auth, requestId, client: "", idempotency: null });
      return { status: 200, headers: new Headers(), body };
    };
  const { call } = kiln.host;
  await does(
    "content.mergeDraft",
    api,
    asService((meta) => call(mergeDraft, { id, draft: { title: "four" } }, meta)),
    ofDocument,
  );
  await does(
    "translation.place",
    api,
    asService((meta) => call(placeTranslation, { id, jobId: randomUUID(), locales: ["de"] }, meta)),
    ofDocument,
  );
  await does(
    "translation.translateDocument",
    api,
    (c) => c.post(`${path}/translate`, { locales: ["de"], mode: "all" }),
    ofDocument,
  );
  const jobs = `${content}/translation-jobs`;
  await api.patch(path, { draft: { title: { en: "[slow=600] later" } } });
  const started = await does("translation.start", api, (c) => c.post(jobs), {
    ...here,
    id: (body) => body.job.id,
  });
  // The translation job has ended by now, so the test marks it as running again.
  await until(async () => (await api.get(`${jobs}/latest`)).body.job.status !== "running" && started.job.id);
  await kiln.host.transact((tx) =>
    tx.run("UPDATE translation_jobs SET status = 'running', completedAt = NULL WHERE id = ?", [
      started.job.id,
    ]),
  );
  await does(
    "translation.cancel",
    api,
    (c) => c.post(`/v1/content/translation-jobs/${started.job.id as string}/cancel`),
    { ...here, id: started.job.id },
  );
  const { revisions } = (await api.get(`${path}/revisions`)).body;
  await does(
    "content.restoreRevision",
    api,
    (c) => c.post(`${path}/revisions/${revisions.at(-1).id as string}/restore`),
    ofDocument,
  );
  await does("content.unpublishDocument", api, (c) => c.post(`${path}/unpublish`), ofDocument);
  await walkDraft();
  async function walkDraft() {
    const { Doc, encodeStateAsUpdate, applyUpdate, encodeStateVector, Text } = await import("yjs");
    const { draftState, epoch } = (await api.get(path)).body;
    const doc = new Doc();
    applyUpdate(doc, Buffer.from(draftState, "base64"));
    const before = encodeStateVector(doc);
    const title = doc.getMap("fields").get("title") as Map<string, unknown>;
    t.false(title instanceof Text);
    title.set("en", "five");
    const update = Buffer.from(encodeStateAsUpdate(doc, before)).toString("base64");
    const stateVector = Buffer.from(before).toString("base64");
    await does(
      "content.updateDraft",
      bob.api,
      (c) => c.post(`${path}/draft-update`, { epoch, update, stateVector }),
      { ...byBob, id },
    );
  }
  await does("content.deleteDocument", api, (c) => c.delete(path), ofDocument);
  await does("content.deleteType", api, (c) => c.delete(type), ofType);
  const { token } = await does(
    "delivery.createToken",
    api,
    (c) => c.post(`${content}/tokens`, { name: "site" }),
    { ...here, id: (body) => body.token.id },
  );
  await does("delivery.deleteToken", api, (c) => c.delete(`/v1/content/tokens/${token.id as string}`), {
    ...here,
    id: token.id,
  });
}
