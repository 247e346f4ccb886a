import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Client } from "../../helpers/client.js";
import { makeType } from "../../helpers/content.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeReadingSite, type ReadingSite } from "../../helpers/reading-site.js";
import { postType } from "../../helpers/post-type.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import type { Kiln } from "../../../start.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "rank", title: "Rank", type: "number" },
];
const SYSTEM = "_id,_type,_status,_createdAt,_updatedAt,_publishedAt,_locale,_fallbackFields";

const test = anyTest as TestFn<ReadingSite>;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.beforeEach(async (t) => {
  t.context = await makeReadingSite(kiln, FIELDS);
});
test.after.always(() => kiln?.stop());

test("HEAD and 304 carry the headers of the answer that they stand for, and no body (rules/delivery 7 and 38)", async (t) => {
  const { documents, reader, path, projectId } = t.context;
  const id = await documents.makePublished({ title: "Kiln" });
  for (const url of [`${path}?type=article`, `${path}/${id}`, `/v1/content/${projectId}/types`]) {
    const full = await reader.get(url);
    t.is(full.status, 200, url);
    const head = await reader.send("HEAD", url);
    const etag = full.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const same = await reader.get(url, { headers: { "if-none-match": known } });
      t.is(same.status, 304, known);
      for (const answer of [head, same])
        for (const name of ["etag", "cache-control", "cache-tag", "vary", "access-control-allow-origin"])
          t.is(answer.headers.get(name), full.headers.get(name), `${url} ${name}`);
    }
    t.is(head.status, 200);
    t.is(head.headers.get("content-length"), full.headers.get("content-length"));
    const other = await reader.get(url, { headers: { "if-none-match": '"other"' } });
    t.is(other.status, 200);
  }
});

test("every refusal may be read by any site's page, and none is kept (rules/delivery 2 and 39)", async (t) => {
  const { reader, path, projectId } = t.context;
  const preview = `${path}?type=article&perspective=drafts`;
  const refused: [Client, string, string, number][] = [
    [reader.with({}), "GET", path, 401],
    [reader.with({}), "HEAD", path, 401],
    [reader, "GET", path, 400],
    [reader, "GET", `${path}?type=nope`, 400],
    [reader, "GET", preview, 403],
    [reader, "GET", `${path}/${randomUUID()}`, 404],
    [reader, "GET", `${path}/nonsense`, 404],
    [reader, "GET", `/v1/content/${randomUUID()}/types`, 404],
    [reader, "POST", `/v1/content/${projectId}/graphql`, 400],
    [reader.with({}), "POST", `/v1/content/${projectId}/graphql`, 401],
  ];
  for (const [by, method, url, status] of refused) {
    const answer = await by.send(method, url, { headers: { origin: "https://elsewhere.example" } });
    t.is(answer.status, status, `${method} ${url}`);
    t.is(answer.headers.get("access-control-allow-origin"), "*", `${method} ${url}`);
    t.is(answer.headers.get("access-control-allow-credentials"), null);
    t.is(answer.headers.get("etag"), null);
  }
});

test("a malformed id in a path is not_found before authentication, and names the id (rules/edge 13)", async (t) => {
  const { reader, path, projectId } = t.context;
  for (const [method, url, name] of [
    ["GET", `${path}/nonsense`, "id"],
    ["HEAD", `${path}/nonsense`, "id"],
    ["GET", `${path}/`, "id"],
    ["GET", `/v1/content/nonsense/documents/${projectId}`, "projectId"],
    ["GET", "/v1/content/nonsense/types", "projectId"],
    ["POST", "/v1/content/nonsense/graphql", "projectId"],
  ] as const)
    for (const by of [reader, reader.with({})]) {
      const { status, body, headers } = await by.send(method, url);
      t.is(status, 404, url);
      t.is(headers.get("access-control-allow-origin"), "*", url);
      if (method === "HEAD") continue;
      t.deepEqual(body, {
        error: { code: "not_found", message: `There is no ${method} ${url}: ${name} must be a UUID.` },
      });
    }
});

test("an unknown type is refused with those that there are (rules/delivery 25)", async (t) => {
  const { ann, projectId, reader, path } = t.context;
  const refusalOf = async (by: Client, at: string) => (await by.get(`${at}?type=nope`)).body.error.message;
  t.is(await refusalOf(reader, path), 'type: there is no "nope"; there is article.');
  await postType(ann.api, projectId, "page");
  t.is(await refusalOf(reader, path), 'type: there is no "nope"; there are article, page.');
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  const empty = await makeReader(ann, defaultProjectId);
  const message = await refusalOf(empty, `/v1/content/${defaultProjectId}/documents`);
  t.is(message, 'type: there is no "nope"; there are none.');
});

test("the shape of a query is checked before what the token may see (rules/edge 11)", async (t) => {
  const { documents, reader, path } = t.context;
  const id = await documents.makePublished({ title: "Kiln" });
  for (const [url, status] of [
    [`${path}?type=article&limit=0&perspective=drafts`, 400],
    [`${path}/${id}?expandDepth=3&perspective=drafts`, 400],
    [`${path}?type=nope&perspective=drafts`, 403],
  ] as const)
    t.is((await reader.get(url)).status, status, url);
});

test("system fields may be named in select, and change nothing (rules/delivery 16)", async (t) => {
  const { documents, reader, path } = t.context;
  const id = await documents.makePublished({ title: "Kiln", rank: 1 });
  const { body } = await reader.get(`${path}/${id}?select=title`);
  for (const select of [`title,${SYSTEM}`, `_id,title`])
    t.deepEqual((await reader.get(`${path}/${id}?select=${select}`)).body, body, select);
  const bare = (await reader.get(`${path}?type=article&select=${SYSTEM}`)).body.documents[0];
  t.deepEqual(Object.keys(bare), SYSTEM.split(","));
});

test("an unknown path in select is refused, whatever was read before (rules/delivery 16)", async (t) => {
  const { documents, reader, path } = t.context;
  const id = await documents.makePublished({ title: "Kiln" });
  for (const select of ["title,_nope", "_nope", "title,_id.x"]) {
    const before = await reader.get(`${path}/${id}?select=${select}`);
    await reader.get(`${path}/${id}?select=title`);
    await reader.get(`${path}/${id}?select=_id`);
    const after = await reader.get(`${path}/${id}?select=${select}`);
    t.is(before.status, 400, select);
    t.is(after.status, 400, select);
    t.true(after.body.error.message.includes("_"), after.body.error.message);
  }
});

test("a project of hundreds of types answers with headers that clients accept (rules/delivery 9)", async (t) => {
  const { kiln, reader, projectId } = t.context;
  for (let n = 0; n < 300; n++)
    await makeType(kiln, projectId, FIELDS, `type${String(n).padStart(3, "0")}${"x".repeat(56)}`);
  const types = await reader.get(`/v1/content/${projectId}/types`);
  t.is(types.status, 200);
  t.is(types.body.total, 301);
  t.is(types.headers.get("cache-tag"), `project:${projectId}`);
});

test("the headers of a list of 100 documents fit into the 4 KB that proxies read them into (rules/delivery 9)", async (t) => {
  const { documents, reader, path, projectId } = t.context;
  for (let n = 0; n < 100; n++) await documents.makePublished({ title: `${n}` });
  const answerTo = (limit: number) =>
    rawRequest(`${reader.base}${path}?type=article&limit=${limit}`, {
      headers: { authorization: String(reader.headers["authorization"]), "x-request-id": "i".repeat(128) },
    });
  for (const limit of [60, 61, 62, 63, 64, 100]) {
    const { status, headers } = await answerTo(limit);
    t.is(status, 200);
    const bytes = Object.entries(headers).reduce(
      (sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length,
      0,
    );
    t.true(bytes < 3900, `${limit}: ${bytes}`);
  }
  const wide = `project:${projectId},type:article`;
  t.is((await answerTo(100)).headers["cache-tag"], wide);
  const { headers } = await answerTo(60);
  t.is(String(headers["cache-tag"]).split(",").length, 62);
});
