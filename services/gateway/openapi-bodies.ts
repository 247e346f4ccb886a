const ID = "01981f3e-7a5c-7c2e-9b1d-2f6a4c8e0b37";
const PICTURE = {
  model: "mock-image",
  params: { kind: "image", prompt: "A kiln at night", aspectRatio: "1:1", numImages: 1 },
};
const INPUTS = { inputs: { prompt: { text: "A kiln at night" } } };
const OF_ACCOUNT = { data: { account: { remainingCredits: 1000 } } };
const OF_CONTENT = { data: { allArticle: { total: 1, items: [{ _id: ID, title: "Kiln" }] } } };

/** Bodies that a reader would try first, for operations whose required fields are none or show nothing. */
const SENT: Readonly<Record<string, unknown>> = {
  "applications.run": { imageStorageIds: [ID] },
  "content.restoreRevision": { baseVersion: 7 },
  "content.unpublishDocument": { force: false },
  "content.updateSettings": { defaultLocale: "en", locales: [{ code: "en" }, { code: "de" }] },
  "delivery.graphql": { query: "{ allArticle { total items { _id title } } }" },
  "generation.create": PICTURE,
  "generation.estimate": PICTURE,
  "graphql.post": { query: "{ account { remainingCredits } }" },
  "identity.adminUpdateAccount": { emailVerified: true },
  "models.adminUpdate": { enabled: false },
  "operations.loadService": { node: "kiln-1" },
  "operations.reloadService": { node: "kiln-1" },
  "operations.unloadService": { node: "kiln-1" },
  "projects.update": { name: "Kiln", description: "What is fired in the kiln." },
  "storage.publish": { unpublish: false },
  "translation.preview": { model: "auto" },
  "translation.start": { model: "auto" },
  "translation.translateDocument": { locales: ["de"], mode: "missing" },
  "webhooks.update": { enabled: false },
  "workflows.create": { name: "Kiln" },
  "workflows.estimate": INPUTS,
  "workflows.execute": INPUTS,
  "workflows.update": { name: "Kiln" },
  "workflows.updateTrigger": { enabled: false },
};

/** The answers of operations whose schema is open. */
const ANSWERED: Readonly<Record<string, unknown>> = {
  "delivery.graphql": OF_CONTENT,
  "delivery.persistedGraphql": OF_CONTENT,
  "graphql.get": OF_ACCOUNT,
  "graphql.post": OF_ACCOUNT,
};

/** Returns the example that was chosen for a body; undefined where the schema gives one. */
export const chosenExample = ({
  operationId,
  side,
}: {
  operationId: string;
  side: "sent" | "answered";
}): unknown => (side === "sent" ? SENT : ANSWERED)[operationId];
