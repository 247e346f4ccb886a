import { randomBytes, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { EncodedUpload, type StorageDriver } from "../storage-driver.js";
import { inPieces, must } from "./check-bytes.js";
import { type ConformanceCheck, fromRun } from "./report.js";

const TYPE = "video/mp4";
const HOUR_MS = 3600_000;

const isHttp = (url: string): boolean => /^https?:/.test(url);

/**
 * Checks signed links: whether they are stable and, if they are HTTP addresses, what they open and refuse.
 * Deletes what it wrote.
 */
export async function checkLinks(driver: StorageDriver): Promise<ConformanceCheck[]> {
  const results: ConformanceCheck[] = [];
  const check = async (name: string, run: (key: string) => Promise<string>) => {
    const key = randomUUID();
    results.push(await fromRun(name, () => run(key)));
    await driver.delete(key).catch(() => {});
  };
  await check("the same arguments sign the same read URL", (key) => sameUrl(driver, key));
  const probe = await driver
    .signGet(randomUUID(), { contentType: TYPE, filename: null, expiresAt: Date.now() + HOUR_MS })
    .catch(() => "");
  if (!isHttp(probe)) return results;
  await check("a read URL serves the bytes, their type and ranges", (key) => reads(driver, key));
  await check("a read URL that expired, was changed or lost its object is refused", (key) =>
    refusedReads(driver, key),
  );
  await check("an upload URL takes one upload", (key) => upload(driver, key));
  await check("an upload URL refuses more bytes, another type and a late PUT", (key) =>
    refusedUploads(driver, key),
  );
  await check("an upload with a Content-Encoding is refused, or reads as it was sent", (key) =>
    encodedUpload(driver, key),
  );
  await check("an upload URL is used up, also once the object is deleted", (key) => noRevival(driver, key));
  await check("an upload URL takes nothing once its key was deleted, also before its first PUT", (key) =>
    noFirst(driver, key),
  );
  return results;
}

const link = (filename: string | null = null) => ({
  contentType: TYPE,
  filename,
  expiresAt: Date.now() + HOUR_MS,
});

async function sameUrl(driver: StorageDriver, key: string): Promise<string> {
  const options = link("a name.mp4");
  const [first, second, other] = [
    await driver.signGet(key, options),
    await driver.signGet(key, { ...options }),
    await driver.signGet(key, { ...options, expiresAt: options.expiresAt + 1000 }),
  ];
  must(URL.canParse(first), `${first} is no URL`);
  must(first === second, "two calls gave two URLs");
  must(first !== other, "the expiry is not part of the URL");
  return "stable";
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

async function reads(driver: StorageDriver, key: string): Promise<string> {
  const bytes = randomBytes(400_000);
  await driver.write(key, inPieces(bytes), { contentType: TYPE });
  const url = await driver.signGet(key, link('sl/ash "quote"\r\n-\u{1f600}.mp4'));
  const whole = await fetch(url);
  must(whole.status === 200, `GET gave ${whole.status}`);
  must(whole.headers.get("content-type") === TYPE, `the type is ${whole.headers.get("content-type")}`);
  must(Buffer.from(await whole.arrayBuffer()).equals(bytes), "other bytes came out");
  const part = await fetch(url, { headers: { range: "bytes=1000-1999" } });
  must(part.status === 206, `a range gave ${part.status}`);
  must(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000)), "the range is another one");
  return `${bytes.length} bytes`;
}

async function refusedReads(driver: StorageDriver, key: string): Promise<string> {
  await driver.write(key, inPieces(Buffer.from("bytes")), { contentType: TYPE });
  const late = await driver.signGet(key, { ...link(), expiresAt: Date.now() - 1000 }).catch(() => null);
  const good = await driver.signGet(key, link());
  const other = good.replace(key, randomUUID());
  const seen = {
    expired: late === null ? 403 : await statusOf(late),
    changed: await statusOf(other),
    deleted: 0,
  };
  await driver.delete(key);
  seen.deleted = await statusOf(good);
  for (const [what, status] of Object.entries(seen)) {
    must(status >= 400 && status < 500, `a URL that is ${what} gave ${status}`);
  }
  return JSON.stringify(seen);
}

const put = (url: string, body: Buffer, contentType = TYPE): Promise<number> =>
  statusOf(url, { method: "PUT", body: new Uint8Array(body), headers: { "content-type": contentType } });

const ticket = (maxBytes: number, expiresAt = Date.now() + HOUR_MS) => ({
  contentType: TYPE,
  maxBytes,
  expiresAt,
});

async function upload(driver: StorageDriver, key: string): Promise<string> {
  const bytes = randomBytes(300_000);
  const { url } = await driver.signPut(key, ticket(bytes.length));
  const first = await put(url, bytes);
  must(first >= 200 && first < 300, `the first PUT gave ${first}`);
  must((await driver.stat(key))?.sizeBytes === bytes.length, "the size is another one");
  // The second PUT may be answered in any way; once the upload was looked at, no other one counts.
  const second = await put(url, randomBytes(bytes.length));
  must((await driver.stat(key))?.sizeBytes === bytes.length, "a second PUT changed the size");
  const left = await driver.read(key);
  must(left !== null && (await buffer(left)).equals(bytes), "a second PUT changed the bytes");
  return `${first}, then ${second}`;
}

async function refusedUploads(driver: StorageDriver, key: string): Promise<string> {
  const bytes = randomBytes(1000);
  const { url } = await driver.signPut(key, ticket(bytes.length));
  // A driver may refuse to sign a ticket that is over.
  const late = await driver.signPut(key, ticket(bytes.length, Date.now() - 1000)).catch(() => null);
  const seen = {
    larger: await put(url, Buffer.concat([bytes, bytes])),
    "of another type": await put(url, bytes, "text/html"),
    late: late === null ? 403 : await put(late.url, bytes),
  };
  for (const [what, status] of Object.entries(seen)) {
    must(status >= 400 && status < 500, `a PUT that is ${what} gave ${status}`);
  }
  must((await driver.stat(key)) === null, "something of a refused PUT was kept");
  const good = await put(url, bytes);
  must(good >= 200 && good < 300, `the URL was used up by refused PUTs: ${good}`);
  return JSON.stringify(seen);
}

async function encodedUpload(driver: StorageDriver, key: string): Promise<string> {
  const bytes = gzipSync(Buffer.alloc(5000));
  const { url } = await driver.signPut(key, ticket(bytes.length));
  const status = await statusOf(url, {
    method: "PUT",
    body: new Uint8Array(bytes),
    headers: { "content-type": TYPE, "content-encoding": "gzip" },
  });
  const found = await driver.stat(key).catch((error: unknown) => {
    if (error instanceof EncodedUpload) return null;
    throw error;
  });
  if (found === null) return `refused, ${status}`;
  const body = await driver.read(key);
  must(body !== null && (await buffer(body)).equals(bytes), "other bytes came out");
  return "as it was sent";
}

async function noRevival(driver: StorageDriver, key: string): Promise<string> {
  const bytes = Buffer.from("bytes");
  const { url } = await driver.signPut(key, ticket(bytes.length));
  const first = await put(url, bytes);
  must(first >= 200 && first < 300, `the first PUT gave ${first}`);
  await driver.delete(key);
  const status = await put(url, bytes);
  must((await driver.stat(key)) === null, "deleted bytes are back");
  must((await driver.read(key)) === null, "deleted bytes can be read again");
  return String(status);
}

async function noFirst(driver: StorageDriver, key: string): Promise<string> {
  const bytes = Buffer.from("bytes");
  const { url } = await driver.signPut(key, ticket(bytes.length));
  await driver.delete(key);
  const status = await put(url, bytes);
  must((await driver.stat(key)) === null, "bytes are there after the deletion");
  must((await driver.read(key)) === null, "bytes can be read after the deletion");
  return String(status);
}
