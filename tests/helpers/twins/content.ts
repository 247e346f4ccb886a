import { randomUUID } from "node:crypto";
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from "yjs";
import type { Act, Acts } from "./act.js";
import type { Params, Twin } from "./twin.js";

const of = (id: string): string => `/v1/content/documents/${id}`;
const onDraft = (more: Params) => async (twin: Twin) => ({ id: await twin.document(), ...more });

/** Makes the change of a title as an editor sends it. */
async function update(twin: Twin): Promise<Params> {
  const id = await twin.document({ en: "Pots" });
  const { draftState, epoch } = (await twin.client.get(of(id))).body;
  const doc = new Doc();
  applyUpdate(doc, Buffer.from(draftState as string, "base64"));
  const before = encodeStateVector(doc);
  (doc.getMap("fields").get("title") as Map<string, unknown>).set("en", "Kilns");
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return { id, epoch, update: text(encodeStateAsUpdate(doc, before)), stateVector: text(before) };
}

/** Makes a document that was saved twice, and returns its first revision. */
async function restorable(twin: Twin): Promise<Params> {
  const id = await twin.published();
  await twin.does("PUT", of(id), { draft: { title: "Kilns" } });
  const { revisions } = (await twin.client.get(`${of(id)}/revisions`)).body;
  return { id, revisionId: revisions.at(-1).id as string };
}

const stale: Act["wrong"] = { baseVersion: 7 };

/** Acts on documents, types, settings and tokens. */
export const CONTENT: Acts = {
  "content.createDocument": {
    on: ({ projectId }) => ({ projectId, type: "article", draft: { title: "Pots", colour: 1 } }),
    wrong: { type: "nothing" },
  },
  "content.replaceDraft": { on: onDraft({ draft: { title: "Kilns" } }), wrong: stale },
  "content.patchDraft": { on: onDraft({ draft: { title: { de: "Öfen" } } }), wrong: stale },
  "content.updateDraft": { on: update, wrong: { epoch: 99 } },
  "content.announcePresence": {
    on: async (twin) => ({
      id: await twin.document(),
      windowId: randomUUID(),
      place: { path: "title", locale: "en" },
    }),
    wrong: { windowId: "mine" },
  },
  "content.publishDocument": { on: onDraft({ baseVersion: 1 }), wrong: stale },
  "content.unpublishDocument": { on: async (twin) => ({ id: await twin.published(), force: true }) },
  "content.deleteDocument": { on: onDraft({ force: true }) },
  "content.restoreRevision": { on: restorable, wrong: stale },
  "content.createType": {
    on: ({ projectId }) => ({
      projectId,
      name: "author",
      title: "Author",
      fields: [{ name: "name", title: "Name", type: "string", required: true }],
    }),
    wrong: { name: "query" },
  },
  "content.updateType": {
    on: async (twin) => ({ id: await twin.type(), baseVersion: 1, title: "Other" }),
    wrong: stale,
  },
  "content.deleteType": { on: async (twin) => ({ id: await twin.type() }) },
  "content.updateSettings": {
    on: ({ projectId }) => ({ projectId, locales: [{ code: "en" }, { code: "de", title: "Deutsch" }] }),
    wrong: { defaultLocale: "fr" },
  },
  "delivery.createToken": {
    on: ({ projectId }) => ({ projectId, name: "Site", mode: "preview" }),
    wrong: { name: "" },
  },
  "delivery.deleteToken": {
    async on(twin) {
      const tokens = `/v1/projects/${twin.projectId}/content/tokens`;
      return { id: (await twin.does("POST", tokens, { name: "Site" })).token.id as string };
    },
  },
};
