import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { connectStateless, stateless } from "../../helpers/stateless-agent.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
let home: string;
let documentId: string;
let storageId: string;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  home = (await ann.api.get("/v1/projects")).body.defaultProjectId;
  const agent = await connectAgent(kiln.url, ann.key);
  await callTool(agent, "create_content_type", {
    name: "article",
    title: "Article",
    fields: [{ name: "title", title: "Title", type: "string" }],
    titleField: "title",
  });
  const made = await callTool(agent, "create_content_document", {
    type: "article",
    draft: { title: "On kilns" },
  });
  documentId = made.json.document.id;
  storageId = await upload(ann.api, "image/png", PNG, "kiln.png");
});
test.after.always(() => kiln?.stop());

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const keyOf = async (...scopes: string[]) =>
  (await ann.session.post("/v1/api-keys", { name: "agent", scopes })).body.secret as string;
/** Connects clients of both protocol eras. */
const both = async (key = ann.key) => [
  await connectAgent(kiln.url, key),
  await connectStateless(kiln.url, key),
];
const documentUri = (project = home, id = documentId) => `kiln://projects/${project}/documents/${id}`;
const assetUri = () => `kiln://projects/${home}/assets/${storageId}`;

test("the documents and assets of the default project are listed and read by URI, in both eras alike (rules/mcp 20)", async (t) => {
  for (const client of await both()) {
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources({ ...(cursor !== undefined && { cursor }) });
      t.true(JSON.stringify(page).length < 20_000);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    t.true(uris.includes(documentUri()));
    t.true(uris.includes(assetUri()));
    const document = await client.readResource({ uri: documentUri() });
    const [content] = document.contents as { uri: string; mimeType: string; text: string }[];
    t.is(content?.mimeType, "application/json");
    const agent = await connectAgent(kiln.url, ann.key);
    t.deepEqual(
      JSON.parse(content?.text ?? ""),
      (await callTool(agent, "get_content_document", { documentId })).json,
    );
    const asset = await client.readResource({ uri: assetUri() });
    const [file] = asset.contents as { text: string }[];
    t.like(JSON.parse(file?.text ?? ""), { storageId, filename: "kiln.png", contentType: "image/png" });
  }
});

test("templates say how the others are named (rules/mcp 20)", async (t) => {
  for (const client of await both()) {
    const { resourceTemplates } = await client.listResourceTemplates();
    t.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      [
        "kiln://projects/{projectId}/documents/{documentId}",
        "kiln://projects/{projectId}/assets/{storageId}",
      ],
    );
  }
});

test("scopes are respected: what a key may not read is neither listed, read, described nor completed (rules/mcp 20)", async (t) => {
  const media = await keyOf("media:read");
  for (const client of await both(media)) {
    const { resources } = await client.listResources();
    t.true(resources.every(({ uri }) => uri.includes("/assets/")));
    t.is((await client.listResourceTemplates()).resourceTemplates.length, 1);
    await t.throwsAsync(() => client.readResource({ uri: documentUri() }), { message: /not found/ });
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "kiln://projects/{projectId}/documents/{documentId}" },
      argument: { name: "documentId", value: "" },
    });
    t.deepEqual(completion.values, []);
  }
  for (const client of await both(await keyOf("account:read"))) {
    t.deepEqual((await client.listResources()).resources, []);
    t.deepEqual((await client.listPrompts()).prompts, []);
  }
});

test("strangers' things, and those of another project, are unknown; the refusal names the URI (rules/mcp 20)", async (t) => {
  const bob = await signUp(kiln.url);
  const other = await makeProject(ann);
  for (const [key, uri] of [
    [bob.key, documentUri()],
    [bob.key, assetUri()],
    [ann.key, documentUri(other)],
    [ann.key, documentUri(home, "00000000-0000-4000-8000-000000000000")],
    [ann.key, "kiln://projects/x/documents/y"],
    [ann.key, "file:///etc/passwd"],
  ] as const) {
    const answer = await stateless(kiln.url, key, "resources/read", { uri });
    t.like(JSON.parse(answer.body.toString()).error, { code: -32602, data: { uri } });
    const legacy = await connectAgent(kiln.url, key);
    await t.throwsAsync(() => legacy.readResource({ uri }), { code: -32002 });
  }
});

test("ids are completed by what people call things (rules/mcp 20)", async (t) => {
  for (const client of await both()) {
    const values = async (name: string, value: string) =>
      (
        await client.complete({
          ref: { type: "ref/resource", uri: "kiln://projects/{projectId}/documents/{documentId}" },
          argument: { name, value },
          context: { arguments: { projectId: home } },
        })
      ).completion.values;
    t.deepEqual(await values("documentId", "kilns"), [documentId]);
    t.deepEqual(await values("documentId", documentId.slice(0, 8)), [documentId]);
    t.deepEqual(await values("storageId", "KILN.p"), [storageId]);
    t.true((await values("projectId", "")).includes(home));
    t.deepEqual(await values("documentId", "no such thing"), []);
    t.deepEqual(await values("constructor", ""), []);
  }
});

test("a completion compares the first 10,000 characters of a title with the first 500 that are typed (rules/mcp 28)", async (t) => {
  const project = await makeProject(ann);
  await postType(ann.api, project, "article", [field("title", { type: "text" })], { titleField: "title" });
  const documents = new Documents(ann, project);
  await documents.make({ title: `${"x".repeat(10_000)}behind` });
  const long = await documents.make({ title: `${"Ab".repeat(400)}ΤΈΛΟΣ` });
  const values = async (client: Awaited<ReturnType<typeof both>>[number], value: string) =>
    (
      await client.complete({
        ref: { type: "ref/resource", uri: "kiln://projects/{projectId}/documents/{documentId}" },
        argument: { name: "documentId", value },
        context: { arguments: { projectId: project } },
      })
    ).completion.values;
  for (const client of await both()) {
    t.deepEqual(await values(client, "behind"), []);
    t.is((await values(client, "x".repeat(499))).length, 1);
    t.deepEqual(await values(client, `${"aB".repeat(250)} and more that no title has`), [long]);
    t.deepEqual(await values(client, `${"aB".repeat(249)}c`), []);
    t.deepEqual(await values(client, "abτέλος"), [long]);
  }
});

test("a cursor that is not ours is refused (rules/mcp 20)", async (t) => {
  for (const cursor of ["x", Buffer.from("documents:99999999").toString("base64url")]) {
    const answer = await stateless(kiln.url, ann.key, "resources/list", { cursor });
    t.like(JSON.parse(answer.body.toString()).error, { code: -32602 });
  }
});

test("four prompts name only tools that there are, and bring the document along (rules/mcp 20)", async (t) => {
  for (const client of await both()) {
    const { prompts } = await client.listPrompts();
    t.deepEqual(
      prompts.map(({ name }) => name),
      ["hero_picture", "localize_project", "review_draft", "captioned_post"],
    );
    const { tools } = await client.listTools();
    const given = { documentId, storageId };
    for (const { name, arguments: taken = [] } of prompts) {
      const args = Object.fromEntries(
        Object.entries(given).filter(([key]) => taken.some((each) => each.name === key)),
      );
      const { messages } = await client.getPrompt({ name, arguments: args });
      const text = JSON.stringify(messages);
      const named = [...text.matchAll(/\b(?:get|list|create|update|link|translate)_[a-z_]+\b/g)].map(
        ([word]) => word,
      );
      t.true(named.length > 0, name);
      for (const word of named)
        t.true(
          tools.some((tool) => tool.name === word),
          `${name}: ${word}`,
        );
    }
    const { messages } = await client.getPrompt({ name: "review_draft", arguments: { documentId } });
    t.like(messages[0]?.content, { type: "resource", resource: { uri: documentUri() } });
  }
});

test("a prompt without what it needs, with what it does not take, or about a stranger's document is refused (rules/mcp 20)", async (t) => {
  const bob = await signUp(kiln.url);
  const ask = async (key: string, name: string, args: object) =>
    JSON.parse((await stateless(kiln.url, key, "prompts/get", { name, arguments: args })).body.toString())
      .error;
  t.regex((await ask(ann.key, "review_draft", {})).message, /needs documentId/);
  t.regex((await ask(ann.key, "review_draft", { documentId, tone: "mild" })).message, /takes no tone/);
  t.regex((await ask(ann.key, "no_such", {})).message, /Unknown prompt/);
  t.is((await ask(bob.key, "review_draft", { documentId })).code, -32602);
});
