import { randomBytes, randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const bytes = randomBytes(10_000);
const publish = (storageId: string, body: object = {}, person = ann) =>
  person.api.post(`/v1/storage/${storageId}/publish`, body);
const published = async (
  filename?: string,
  contentType = "image/png",
): Promise<{ id: string; url: string }> => {
  const id = await upload(ann.api, contentType, bytes, filename);
  const { status, body } = await publish(id);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id, url: body.publicUrl as string };
};

test("a published object is readable by everybody at {base}/a/{storageId}/{filename} (rules/storage 20)", async (t) => {
  const { id, url } = await published("a cat \u{1f431}.png");
  t.is(url, `${kiln.host.baseUrl}/a/${id}/${encodeURIComponent("a cat \u{1f431}.png")}`);
  const { status, headers, body } = await rawRequest(url);
  t.is(status, 200);
  t.true(body.equals(bytes));
  t.is(headers["content-type"], "image/png");
  t.is(headers["x-content-type-options"], "nosniff");
  t.is(headers["content-security-policy"], "sandbox; default-src 'none'");
  t.is(headers["access-control-allow-origin"], "*");
  t.is(headers["set-cookie"], undefined);
  t.regex(headers["content-disposition"] ?? "", /^inline; filename=/);
  t.deepEqual((await publish(id)).body, { storageId: id, publicUrl: url }, "again gives the same");
});

test("an object that is read tells its public address while it has one (rules/storage 20)", async (t) => {
  const { id, url } = await published("told.png");
  const told = async () => (await ann.api.get(`/v1/storage/${id}`)).body.object.publicUrl;
  t.is(await told(), url);
  await publish(id, { unpublish: true });
  t.is(await told(), undefined);
});

test("it answers HEAD, Range and ETag (rules/storage 20)", async (t) => {
  const { url } = await published("range.png");
  const head = await rawRequest(url, { method: "HEAD" });
  t.is(head.headers["content-length"], String(bytes.length));
  t.is(head.body.length, 0);
  const part = await rawRequest(url, { headers: { range: "bytes=100-199" } });
  t.is(part.status, 206);
  t.true(part.body.equals(bytes.subarray(100, 200)));
  t.is(part.headers["content-range"], `bytes 100-199/${bytes.length}`);
  t.is((await rawRequest(url, { headers: { range: "bytes=10000-" } })).status, 416);
  const etag = head.headers.etag ?? "";
  t.is((await rawRequest(url, { headers: { "if-none-match": etag } })).status, 304);
});

test("another name for a published id leads to the right one, other ids are 404", async (t) => {
  const { id, url } = await published("right.png");
  for (const name of ["wrong.png", "", "a/b/c", "%00"]) {
    const { status, headers } = await rawRequest(`${kiln.url}/a/${id}/${name}`);
    t.is(status, 302, name);
    t.is(headers.location, new URL(url).pathname);
  }
  t.is((await rawRequest(`${kiln.url}/a/${randomUUID()}/right.png`)).status, 404);
  t.is((await rawRequest(`${kiln.url}/a/x/right.png`)).status, 404);
  const hidden = await upload(ann.api, "image/png", bytes, "right.png");
  t.is((await rawRequest(`${kiln.url}/a/${hidden}/right.png`)).status, 404);
});

test("unpublish takes it back at once, and so does deleting; publishing again gives the same address (rules/storage 20)", async (t) => {
  const { id, url } = await published("x.png");
  t.deepEqual((await publish(id, { unpublish: true })).body, { storageId: id, publicUrl: null });
  t.is((await rawRequest(url)).status, 404);
  t.is((await publish(id, { unpublish: true })).status, 200, "repeatable");
  t.is((await publish(id, { unpublish: false })).body.publicUrl, url);
  t.is((await rawRequest(url)).status, 200);
  await ann.api.delete(`/v1/storage/${id}`);
  t.is((await rawRequest(url)).status, 404);
  t.is((await publish(id)).status, 404);
});

test("only the owner publishes; to others, and of uncommitted ones, nothing is there (rules/storage 20)", async (t) => {
  const id = await upload(ann.api, "image/png", bytes);
  t.is((await publish(id, {}, bob)).status, 404);
  t.is((await publish(randomUUID())).status, 404);
  t.is((await publish(id, { unpublish: "yes" })).status, 400);
  const ticket = await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 10 });
  t.is((await publish(ticket.body.storageId)).status, 404);
});

test("names that are hostile or missing become safe ones", async (t) => {
  const hostile = await published("../../etc/passwd\r\nSet-Cookie: a=b");
  const { status, headers } = await rawRequest(hostile.url);
  t.is(status, 200);
  t.is(headers["set-cookie"], undefined);
  t.false(new URL(hostile.url).pathname.slice(40).includes("/"), hostile.url);
  t.true((await published(undefined, "image/jpeg")).url.endsWith("/file.jpg"));
  t.true((await published(undefined, "image/svg+xml")).url.endsWith("/file.svg"));
  t.true((await published(undefined, "text/javascript")).url.endsWith("/file.js"));
  const long = await published(`${"\u{1f431}".repeat(140)}.png`);
  t.is((await rawRequest(long.url)).status, 200);
});

test("publish_asset publishes and takes back like REST (rules/mcp 23)", async (t) => {
  const id = await upload(ann.api, "image/png", bytes, "agent.png");
  const client = await connectAgent(kiln.url, ann.key);
  const { json } = await callTool(client, "publish_asset", { storageId: id });
  t.deepEqual(Object.keys(json), ["storageId", "publicUrl"]);
  t.is((await rawRequest(json.publicUrl)).status, 200);
  const taken = await callTool(client, "publish_asset", { storageId: id, unpublish: true });
  t.deepEqual(taken.json, { storageId: id, publicUrl: null });
  t.is((await rawRequest(json.publicUrl)).status, 404);
  const unknown = await callTool(client, "publish_asset", { storageId: randomUUID() });
  t.true(unknown.isError);
});
