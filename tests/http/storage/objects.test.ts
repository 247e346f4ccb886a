import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

const GB = 2 ** 30;

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const octets = (person: Person, size: number, filename?: string) =>
  upload(person.api, "application/octet-stream", Buffer.alloc(size, 1), filename);

test("an object has its documented fields; its URL opens without credentials (rules/edge 5; rules/storage 16)", async (t) => {
  const storageId = await octets(ann, 123, "data.bin");
  const answer = await ann.api.get(`/v1/storage/${storageId}`);
  t.is(answer.status, 200);
  const { url, createdAt, ...rest } = answer.body.object;
  t.deepEqual(rest, {
    storageId,
    filename: "data.bin",
    contentType: "application/octet-stream",
    sizeBytes: 123,
    origin: "upload",
  });
  t.is(new Date(createdAt).toISOString(), createdAt);
  const read = await rawRequest(url);
  t.is(read.status, 200);
  t.is(read.body.length, 123);
  t.is(read.headers["content-disposition"], 'inline; filename="data.bin"');
});

test("the same object asked for twice has the same URL, so that caches work (rules/storage 17)", async (t) => {
  const storageId = await octets(ann, 10);
  const urlOf = async () => (await ann.api.get(`/v1/storage/${storageId}`)).body.object.url as string;
  const windowOf = () => Math.floor(Date.now() / 600_000);
  let first = windowOf();
  let urls = [await urlOf(), await urlOf()];
  // The test may run across the end of a window.
  if (windowOf() !== first) {
    first = windowOf();
    urls = [await urlOf(), await urlOf()];
  }
  t.is(urls[0], urls[1]);
  const list = (await ann.api.get("/v1/storage/usage")).body.objects as { storageId: string; url: string }[];
  t.is(list.find((object) => object.storageId === storageId)?.url, urls[0]);
});

test("raw redirects to a signed URL that serves ranges, HEAD and 304 (rules/storage 18 and 19)", async (t) => {
  const storageId = await octets(ann, 1000);
  const raw = await ann.api.get(`/v1/storage/${storageId}/raw`);
  t.is(raw.status, 302);
  const location = raw.headers.get("location") ?? "";
  const get = await rawRequest(location);
  t.is(get.status, 200);
  t.is(get.headers["x-content-type-options"], "nosniff");
  t.regex(String(get.headers["content-security-policy"]), /sandbox/);
  t.is((await rawRequest(location, { method: "HEAD" })).headers["content-length"], "1000");
  t.is((await rawRequest(location, { headers: { "if-none-match": String(get.headers.etag) } })).status, 304);
  const part = await rawRequest(location, { headers: { range: "bytes=990-2000" } });
  t.is(part.status, 206);
  t.is(part.headers["content-range"], "bytes 990-999/1000");
  t.is((await rawRequest(location, { headers: { range: "bytes=1000-" } })).status, 416);
  const tampered = await rawRequest(location.replace("octet-stream", "x-other"));
  t.is(tampered.status, 403);
});

test("what is unknown, somebody else's or deleted is not_found alike; a malformed id too (rules/edge 14; rules/storage 3)", async (t) => {
  const foreign = await octets(bob, 10);
  const gone = await octets(ann, 10);
  t.deepEqual((await ann.api.delete(`/v1/storage/${gone}`)).body, { ok: true });
  for (const id of [randomUUID(), foreign, gone, "nonsense"]) {
    for (const answer of [
      await ann.api.get(`/v1/storage/${id}`),
      await ann.api.get(`/v1/storage/${id}/raw`),
      await ann.api.delete(`/v1/storage/${id}`),
    ]) {
      t.is(answer.status, 404, id);
      t.is(answer.body.error.code, "not_found");
    }
  }
  t.is((await bob.api.get(`/v1/storage/${foreign}`)).status, 200);
});

test("deleting removes the bytes, ends the signed URLs with 404 and gives the quota back (rules/storage 4 and 16)", async (t) => {
  const person = await signUp(kiln.url);
  const kept = await octets(person, 100);
  const storageId = await octets(person, 50);
  const { url } = (await person.api.get(`/v1/storage/${storageId}`)).body.object as { url: string };
  t.is((await person.api.delete(`/v1/storage/${storageId}`)).status, 200);
  const answer = await rawRequest(url);
  t.is(answer.status, 404);
  t.is(await kiln.host.storage.stat(storageId), null);
  const { objects, total, totalBytes } = (await person.api.get("/v1/storage/usage")).body;
  t.deepEqual(
    objects.map((object: { storageId: string }) => object.storageId),
    [kept],
  );
  t.is(total, 1);
  t.is(totalBytes, 100);
});

test("of two deletes at once one succeeds and the quota is given back once (rules/storage 4)", async (t) => {
  const person = await signUp(kiln.url);
  await octets(person, 100);
  const storageId = await octets(person, 50);
  const answers = await Promise.all([1, 2, 3].map(() => person.api.delete(`/v1/storage/${storageId}`)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404]);
  t.is((await person.api.get("/v1/storage/usage")).body.totalBytes, 100);
});

test("the list is newest first or largest first, pages, and counts its kind (rules/storage 28; rules/edge 26)", async (t) => {
  const person = await signUp(kiln.url);
  const small = await octets(person, 1);
  const large = await octets(person, 1000);
  const sound = await upload(person.api, "audio/mpeg", Buffer.alloc(30));
  const list = async (query = "") => (await person.api.get(`/v1/storage/usage${query}`)).body;
  const ids = async (query = "") =>
    (await list(query)).objects.map((object: { storageId: string }) => object.storageId);
  t.deepEqual(await ids(), [sound, large, small]);
  t.deepEqual(await ids("?sort=size"), [large, sound, small]);
  t.deepEqual(await ids("?limit=1&offset=1"), [large]);
  t.deepEqual(await ids("?offset=2"), [small]);
  t.deepEqual(await ids("?kind=audio"), [sound]);
  const audio = await list("?kind=audio");
  t.is(audio.total, 1);
  t.is(audio.totalBytes, 1031);
  t.is(audio.includedBytes, 5 * GB);
  t.is((await list("?limit=1")).total, 3);
  t.is((await list("?kind=video")).total, 0);
  t.false("thumbUrl" in (await list()).objects[0]);
});

test("a limit, offset, sort or kind outside its values is 400 (rules/edge 20)", async (t) => {
  for (const query of [
    "limit=0",
    "limit=501",
    "limit=x",
    "limit=1.5",
    "offset=-1",
    "sort=name",
    "kind=text",
  ]) {
    const answer = await ann.api.get(`/v1/storage/usage?${query}`);
    t.is(answer.status, 400, query);
    t.is(answer.body.error.code, "invalid_params");
  }
  t.is((await ann.api.get("/v1/storage/usage?limit=500&unknown=1")).status, 200);
});

test("objects made within one millisecond never repeat or drop over pages (rules/edge 26)", async (t) => {
  const person = await signUp(kiln.url);
  const made = await Promise.all(Array.from({ length: 9 }, () => octets(person, 5)));
  for (const sort of ["", "&sort=size"]) {
    const seen: string[] = [];
    for (let offset = 0; offset < 9; offset += 2) {
      const page = await person.api.get(`/v1/storage/usage?limit=2&offset=${offset}${sort}`);
      seen.push(...page.body.objects.map((object: { storageId: string }) => object.storageId));
    }
    t.deepEqual(seen.toSorted(), made.toSorted());
  }
});

test("hostile file names are accepted, kept as they are, and made safe on reading (rules/storage 6)", async (t) => {
  for (const name of [
    "../../etc/passwd",
    'a"b\\c.png',
    "a\r\nSet-Cookie: x=1",
    "\u0000.png",
    "\u202egnp.exe",
    "🎉 日本.png",
    "x".repeat(300),
    "half\ud800",
  ]) {
    const storageId = await octets(ann, 1, name);
    const { filename, url } = (await ann.api.get(`/v1/storage/${storageId}`)).body.object;
    t.is(filename, name.toWellFormed());
    const { status, headers } = await rawRequest(url);
    t.is(status, 200, JSON.stringify(name));
    t.regex(
      String(headers["content-disposition"]),
      /^inline; filename="[^"\\/\r\n]+"(; filename\*=UTF-8''[^"/\\]+)?$/,
    );
    t.is(headers["set-cookie"], undefined);
  }
});
