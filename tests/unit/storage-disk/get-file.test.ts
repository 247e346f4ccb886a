import anyTest, { type TestFn } from "ava";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type OpenedDisk, openDiskDriver } from "../../helpers/open-disk-driver.js";
import { codeOf, rawRequest } from "../../helpers/raw-request.js";

const BYTES = randomBytes(500_000);
const HOUR_MS = 3600_000;

const test = anyTest as TestFn<{ disk: OpenedDisk; key: string; url: string }>;

test.beforeEach(async (t) => {
  const disk = await openDiskDriver();
  const key = randomUUID();
  await disk.driver.write(key, Readable.from([BYTES]), { contentType: "image/png" });
  const expiresAt = Date.now() + HOUR_MS;
  const url = await disk.driver.signGet(key, {
    contentType: "image/png",
    filename: 'my "cat".png',
    expiresAt,
  });
  t.context = { disk, key, url };
});
test.afterEach.always((t) => t.context.disk.close());

test("a read URL gives the bytes with the object's type, safe to show (rules/storage 18)", async (t) => {
  const { status, headers, body } = await rawRequest(t.context.url);
  t.is(status, 200);
  t.true(body.equals(BYTES));
  t.is(headers["content-type"], "image/png");
  t.is(headers["content-length"], String(BYTES.length));
  t.is(headers["x-content-type-options"], "nosniff");
  t.is(headers["content-security-policy"], "sandbox; default-src 'none'");
  t.is(headers["content-disposition"], 'inline; filename="my _cat_.png"');
  t.is(headers["cross-origin-resource-policy"], "cross-origin");
  t.is(headers["accept-ranges"], "bytes");
  t.regex(headers["cache-control"] ?? "", /^private, max-age=3[56]\d\d$/);
});

test("HEAD gives the same headers and no body, also with a Range (rules/storage 18; RFC 9110, 14.2)", async (t) => {
  const get = await rawRequest(t.context.url);
  for (const range of [undefined, "bytes=0-9"]) {
    const head = await rawRequest(t.context.url, {
      method: "HEAD",
      headers: range === undefined ? {} : { range },
    });
    t.is(head.status, 200);
    t.is(head.body.length, 0);
    for (const name of ["content-type", "content-length", "etag", "content-disposition"])
      t.is(head.headers[name], get.headers[name]);
  }
});

test("a range is 206 with its place, one beyond the end 416 with the size (rules/storage 18)", async (t) => {
  const middle = await rawRequest(t.context.url, { headers: { range: "bytes=100-199" } });
  t.is(middle.status, 206);
  t.is(middle.headers["content-range"], `bytes 100-199/${BYTES.length}`);
  t.true(middle.body.equals(BYTES.subarray(100, 200)));
  const tail = await rawRequest(t.context.url, { headers: { range: "bytes=-5" } });
  t.true(tail.body.equals(BYTES.subarray(-5)));
  const beyond = await rawRequest(t.context.url, { headers: { range: `bytes=${BYTES.length}-` } });
  t.is(beyond.status, 416);
  t.is(beyond.headers["content-range"], `bytes */${BYTES.length}`);
  t.is((await rawRequest(t.context.url, { headers: { range: "bytes=0-1,5-6" } })).status, 200);
});

test("If-None-Match with the entity tag is 304 without a body, another tag is 200 (rules/storage 18)", async (t) => {
  const etag = String((await rawRequest(t.context.url)).headers.etag);
  t.regex(etag, /^"[^"]+"$/);
  for (const method of ["GET", "HEAD"]) {
    const same = await rawRequest(t.context.url, { method, headers: { "if-none-match": `"x", W/${etag}` } });
    t.is(same.status, 304);
    t.is(same.body.length, 0);
    t.is(same.headers.etag, etag);
  }
  t.is((await rawRequest(t.context.url, { headers: { "if-none-match": '"x"' } })).status, 200);
});

test("If-Range with the entity tag gives the part, with another one the whole (rules/storage 18)", async (t) => {
  const etag = String((await rawRequest(t.context.url)).headers.etag);
  t.is((await rawRequest(t.context.url, { headers: { range: "bytes=0-9", "if-range": etag } })).status, 206);
  t.is((await rawRequest(t.context.url, { headers: { range: "bytes=0-9", "if-range": '"x"' } })).status, 200);
});

test("a changed or expired URL is 403 (rules/storage 16)", async (t) => {
  const { disk, key, url } = t.context;
  const late = await disk.driver.signGet(key, {
    contentType: "image/png",
    filename: null,
    expiresAt: Date.now() - 1,
  });
  for (const refused of [
    late,
    url.replace("image%2Fpng", "text%2Fhtml"),
    url.replace(/sig=(.)/, (_, first) => `sig=${first === "A" ? "B" : "A"}`),
    url.split("?")[0] ?? "",
  ]) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await rawRequest(refused, { method });
      t.is(answer.status, 403, refused);
      if (method === "GET") t.is(codeOf(answer), "forbidden");
    }
  }
});

test("the URL of a deleted object is 404 (rules/storage 16)", async (t) => {
  await t.context.disk.driver.delete(t.context.key);
  const answer = await rawRequest(t.context.url);
  t.is(answer.status, 404);
  t.is(codeOf(answer), "not_found");
  t.is((await rawRequest(t.context.url, { method: "HEAD" })).status, 404);
});

test("a reader who leaves in the middle disturbs nobody", async (t) => {
  const controller = new AbortController();
  const response = await fetch(t.context.url, { signal: controller.signal });
  controller.abort();
  await t.throwsAsync(response.arrayBuffer());
  t.is((await rawRequest(t.context.url)).status, 200);
});
