import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeArticles } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PATH = "/v1/graphql";
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;
test.before(async (t) => {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

test("a long text that one read gives is answered whole; under many names it is over the room of an answer (rules/edge 40)", async (t) => {
  const { ann, documents } = await makeArticles(t.context.kiln);
  const title = "x".repeat(30);
  const body = "words ".repeat(500_000);
  const id = await documents.make({ title, body });
  const asked = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `d${at}: draft`).join(" ");
    return ann.api.post(PATH, { query: `{ document(id: "${id}") { document { ${names} } } }` });
  };
  const one = await asked(1);
  t.is(one.status, 200, JSON.stringify(one.body).slice(0, 300));
  t.deepEqual(one.body.data.document.document.d0, { title, body });
  const many = await asked(20);
  t.is(many.body.data, null);
  t.is(many.body.errors[0].extensions.code, "invalid_params");
  t.regex(many.body.errors[0].message, /over 32 MB/);
});

test("pages that a variable's own default makes long are counted as long", async (t) => {
  const query =
    "query ($n: Int = 100) { generations(limit: $n) { items { project { id } results { url } } } }";
  const { status, body } = await t.context.ann.api.post(PATH, { query });
  t.is(status, 400);
  t.regex(body.errors[0].message, /more than 200 calls/);
});

test("a subscription that cannot be parsed is the caller's mistake", async (t) => {
  const { ann } = t.context;
  const api = ann.api.with({ ...ann.api.headers, accept: "text/event-stream" });
  for (const query of ["{", "subscription { job(", '"']) {
    const { status, body } = await api.post(PATH, { query });
    t.is(status, 400, query);
    t.is(body.errors[0].extensions.code, "invalid_params");
  }
});

test("what a request has not begun when its key goes is not begun (rules/identity 25)", async (t) => {
  const { ann, kiln } = t.context;
  const { body: made } = await ann.session.post("/v1/api-keys", {
    name: "Some",
    scopes: ["media:rw", "projects:rw"],
  });
  const api = new Client(kiln.url, { authorization: `Bearer ${made.secret}` });
  const slow = createServer(() => {}).listen(0, "127.0.0.1");
  t.teardown(() => slow.close().closeAllConnections());
  await once(slow, "listening");
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/a.png`;
  const id = randomUUID();
  const query = `mutation { a: importUpload(url: "${url}") { storageId } b: createProject(id: "${id}", name: "Late") { project { id } } }`;
  const answering = api.post(PATH, { query });
  await Promise.race([once(slow, "request"), answering]);
  t.is((await ann.session.delete(`/v1/api-keys/${made.apiKey.id}`)).status, 200);
  const { body } = await answering;
  t.deepEqual(
    body.errors.map((error: { extensions: { code: string } }) => error.extensions.code),
    ["unauthenticated", "unauthenticated"],
    JSON.stringify(body),
  );
  await setTimeout(100);
  t.is((await ann.session.get(`/v1/projects/${id}`)).status, 404);
});
