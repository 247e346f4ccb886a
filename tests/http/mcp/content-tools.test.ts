import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
let agent: Client;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  agent = await connectAgent(kiln.url, ann.key);
});
test.after.always(() => kiln?.stop());

/** Returns the answer of a tool. A refusal fails the test with its sentence. */
const done = async (name: string, args: Record<string, unknown> = {}) => {
  const { isError, json, text } = await callTool(agent, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return json;
};
const refusal = async (name: string, args: Record<string, unknown> = {}, client = agent) => {
  const { isError, text } = await callTool(client, name, args);
  if (!isError) throw new Error(`${name} was not refused`);
  return text;
};

const FIELDS = [
  { name: "title", title: "Title", type: "string", required: true, localized: true },
  { name: "body", title: "Body", type: "text", localized: true },
  { name: "rank", title: "Rank", type: "number" },
];

test("an agent models, writes, translates, publishes and takes back (rules/mcp 23)", async (t) => {
  const projectId = await makeProject(ann);
  const { settings } = await done("update_content_settings", {
    projectId,
    locales: [{ code: "en" }, { code: "de" }],
  });
  t.deepEqual(await done("get_content_settings", { projectId }), { settings });
  const { contentType } = await done("create_content_type", {
    projectId,
    name: "article",
    title: "Article",
    fields: FIELDS,
    titleField: "title",
  });
  t.is(contentType.latestVersion, 1);
  const listed = await done("list_content_types", { projectId });
  t.is(listed.total, 1);
  t.deepEqual(listed.contentTypes[0].schema.fields, FIELDS);
  const created = await done("create_content_document", {
    projectId,
    type: "article",
    draft: { title: "Kiln", rank: 1 },
  });
  const documentId: string = created.document.id;
  t.deepEqual(created.document.draft, { title: { en: "Kiln" }, rank: 1 });
  // The update is partial: other fields and other locales stay, and null clears a value.
  const merged = await done("update_content_document", {
    documentId,
    draft: { body: { de: "Heiß" }, rank: null },
  });
  t.deepEqual(merged.document.draft, { title: { en: "Kiln" }, body: { de: "Heiß" } });
  t.true(merged.valid);
  const again = await done("update_content_document", { documentId, draft: { title: { de: "Ofen" } } });
  t.deepEqual(again.document.draft.title, { en: "Kiln", de: "Ofen" });
  const read = await done("get_content_document", { documentId });
  t.false("draftState" in read);
  t.deepEqual(Object.keys(read).toSorted(), ["document", "issues", "schema", "valid"]);
  t.regex(await refusal("publish_content_document", { documentId, baseVersion: 1 }), /baseVersion is 1/);
  const published = await done("publish_content_document", {
    documentId,
    baseVersion: read.document.draftVersion,
  });
  t.is(published.document.status, "published");
  const translated = await done("translate_content_document", { documentId, mode: "all" });
  t.is(translated.locales[0].locale, "de");
  t.deepEqual(translated.locales[0].translated, ["title"]);
  const missing = await done("list_content_documents", { projectId, type: "article", missingLocale: "de" });
  t.is(missing.total, 0);
  const rows = await done("list_content_documents", { projectId });
  t.is(rows.documents[0].coverage.de, "complete");
  const { revisions } = await done("list_content_revisions", { documentId });
  t.true(revisions.some(({ kind }: { kind: string }) => kind === "publish"));
  t.is((await done("unpublish_content_document", { documentId })).document.status, "draft");
  t.regex(await refusal("delete_content_type", { contentTypeId: contentType.id }), /document/);
  t.deepEqual(await done("delete_content_document", { documentId }), { ok: true });
  const updated = await done("update_content_type", {
    contentTypeId: contentType.id,
    baseVersion: 1,
    fields: [...FIELDS, { name: "link", title: "Link", type: "reference", to: ["article"] }],
  });
  t.is(updated.contentType.latestVersion, 2);
  t.is(
    (await done("get_content_type", { contentTypeId: contentType.id, version: 1 })).contentType.schema.fields
      .length,
    3,
  );
  t.deepEqual(await done("delete_content_type", { contentTypeId: contentType.id }), { ok: true });
});

test("an agent's partial update merges within objects too (rules/content 13)", async (t) => {
  const projectId = await makeProject(ann);
  await done("update_content_settings", { projectId, locales: [{ code: "en" }, { code: "de" }] });
  const text = { title: "Text", type: "string" };
  const seo = [
    { ...text, name: "title", localized: true },
    { ...text, name: "slug" },
    {
      name: "card",
      title: "Card",
      type: "object",
      fields: [
        { ...text, name: "a" },
        { ...text, name: "b" },
      ],
    },
  ];
  const fields = [
    { name: "seo", title: "SEO", type: "object", fields: seo },
    {
      name: "links",
      title: "Links",
      type: "array",
      of: { type: "object", fields: [{ ...text, name: "to" }] },
    },
  ];
  await done("create_content_type", { projectId, name: "page", title: "Page", fields });
  const draft = {
    seo: { title: { en: "One", de: "Eins" }, slug: "one", card: { a: "1", b: "2" } },
    links: [{ to: "x" }],
  };
  const { document } = await done("create_content_document", { projectId, type: "page", draft });
  const merge = async (patch: object) =>
    (await done("update_content_document", { documentId: document.id, draft: patch })).document.draft;
  t.deepEqual((await merge({ seo: { title: "Two" } })).seo, {
    ...draft.seo,
    title: { en: "Two", de: "Eins" },
  });
  t.deepEqual((await merge({ seo: { title: { de: null }, slug: null, card: { a: "3" } } })).seo, {
    title: { en: "Two" },
    card: { a: "3", b: "2" },
  });
  t.deepEqual(await merge({ seo: { card: null }, links: [] }), { seo: { title: { en: "Two" } } });
  t.deepEqual(await merge({ seo: "no object" }), { seo: "no object" });
  t.deepEqual(await merge({ seo: { slug: "again" }, other: { a: 1 } }), {
    seo: { slug: "again" },
    other: { a: 1 },
  });
});

test("without projectId the tools work in the default project; a delivery token's secret is shown once (rules/mcp 23)", async (t) => {
  await done("create_content_type", {
    name: "note",
    title: "Note",
    fields: [{ name: "text", title: "Text", type: "text" }],
  });
  const { defaultProjectId } = await done("list_projects");
  const { body } = await ann.api.get(`/v1/projects/${defaultProjectId}/content/types`);
  t.is(body.contentTypes[0].name, "note");
  const made = await done("create_content_delivery_token", { name: "site" });
  t.regex(made.secret, /^svc_ct_[\w-]{43}$/);
  t.is(made.token.mode, "published");
});

test("only the owner makes delivery tokens; strangers read unknown; a read key has no writing tools (rules/content 39; rules/mcp 3)", async (t) => {
  const bob = await signUp(kiln.url);
  const projectId = await makeProject(ann, [bob]);
  const member = await connectAgent(kiln.url, bob.key);
  const token = { projectId, name: "site" };
  const viaRest = await bob.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "site" });
  t.is(await refusal("create_content_delivery_token", token, member), viaRest.body.error.message);
  const stranger = await connectAgent(kiln.url, (await signUp(kiln.url)).key);
  t.regex(await refusal("list_content_types", { projectId }, stranger), /Unknown project/);
  const { body } = await ann.session.post("/v1/api-keys", { name: "reads", scopes: ["content:read"] });
  const reader = await connectAgent(kiln.url, body.secret);
  await t.throwsAsync(callTool(reader, "create_content_type", {}), { message: /Unknown tool/ });
});
