import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type StorageDriver, TooManyBytes } from "../storage-driver.js";
import { type ConformanceCheck, fromRun } from "./report.js";

const TYPE = { contentType: "application/octet-stream" };
const LARGE_BYTES = 5 * 1024 * 1024 + 7;
const CONCURRENT_WRITES = 8;

/** Returns a stream of the bytes in several pieces, so that a driver cannot take one chunk for the whole. */
export function inPieces(bytes: Buffer, pieceBytes = 10_007): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    })(),
  );
}

export function must(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

async function contentOf(driver: StorageDriver, key: string): Promise<Buffer> {
  const body = await driver.read(key);
  if (body === null) throw new Error("what was written reads as missing");
  return buffer(body);
}

/** Checks writing, reading, sizes and deleting, without links, and deletes what it wrote. */
export async function checkBytes(driver: StorageDriver): Promise<ConformanceCheck[]> {
  const checks = { missing, streams, thumbs, replace, ranges, limit, broken, aborted, concurrent, deleted };
  const names: Record<keyof typeof checks, string> = {
    missing: "a missing key reads as null",
    streams: "a stream comes out as it went in, and its size is re-read",
    thumbs: "a thumbnail lies beside its object",
    replace: "a write replaces what is there, and changes the tag",
    ranges: "a range is inclusive at both ends",
    limit: "a write over maxBytes throws TooManyBytes and keeps nothing",
    broken: "a write whose source breaks leaves what was there",
    aborted: "a write that is aborted leaves what was there",
    concurrent: "concurrent writes of one key end whole",
    deleted: "a delete can be repeated",
  };
  const results: ConformanceCheck[] = [];
  for (const name of Object.keys(checks) as (keyof typeof checks)[]) {
    const key = randomUUID();
    results.push(await fromRun(names[name], () => checks[name](driver, key)));
    await driver.delete(key).catch(() => {});
  }
  return results;
}

type Check = (driver: StorageDriver, key: string) => Promise<string>;

const missing: Check = async (driver, key) => {
  must((await driver.stat(key)) === null, "stat of a missing key is not null");
  must((await driver.read(key)) === null, "read of a missing key is not null");
  must(
    (await driver.read(key, { start: 0, end: 1 })) === null,
    "read of a range of a missing key is not null",
  );
  return "null";
};

const streams: Check = async (driver, key) => {
  const bytes = randomBytes(LARGE_BYTES);
  const written = await driver.write(key, inPieces(bytes), TYPE);
  must(
    written.sizeBytes === bytes.length,
    `write gave a size of ${written.sizeBytes} for ${bytes.length} bytes`,
  );
  const stat = await driver.stat(key);
  must(stat?.sizeBytes === bytes.length, `stat gave a size of ${stat?.sizeBytes} for ${bytes.length} bytes`);
  must(stat?.etag === written.etag, "stat gave another tag than write");
  must((await contentOf(driver, key)).equals(bytes), "other bytes came out");
  return `${bytes.length} bytes`;
};

const thumbs: Check = async (driver, key) => {
  const thumb = `${key}.thumb`;
  await driver.write(key, inPieces(Buffer.from("object")), TYPE);
  await driver.write(thumb, inPieces(Buffer.from("thumbnail")), { contentType: "image/webp" });
  await driver.delete(key);
  const left = (await contentOf(driver, thumb)).toString();
  await driver.delete(thumb);
  must(left === "thumbnail", "the two were mixed up");
  return "two keys";
};

const replace: Check = async (driver, key) => {
  const first = await driver.write(key, inPieces(Buffer.from("first")), TYPE);
  const second = await driver.write(key, inPieces(Buffer.from("other")), TYPE);
  must((await contentOf(driver, key)).toString() === "other", "the old bytes are still there");
  must(first.etag !== second.etag, "the tag stayed the same");
  return "replaced";
};

const ranges: Check = async (driver, key) => {
  await driver.write(key, inPieces(Buffer.from("0123456789")), TYPE);
  for (const [start, end, expected] of [
    [0, 0, "0"],
    [2, 5, "2345"],
    [9, 9, "9"],
    [0, 9, "0123456789"],
  ] as const) {
    const body = await driver.read(key, { start, end });
    const text = body === null ? null : (await buffer(body)).toString();
    must(text === expected, `${start}-${end} gave ${text} instead of ${expected}`);
  }
  return "4 ranges";
};

const limit: Check = async (driver, key) => {
  const bytes = Buffer.alloc(300_000);
  const thrown = await driver.write(key, inPieces(bytes), { ...TYPE, maxBytes: bytes.length - 1 }).then(
    () => null,
    (error: unknown) => error,
  );
  must(thrown instanceof TooManyBytes, `it threw ${String(thrown)}`);
  must((await driver.stat(key)) === null, "something of it was kept");
  await driver.write(key, inPieces(bytes), { ...TYPE, maxBytes: bytes.length });
  return "refused, and taken at exactly maxBytes";
};

async function leavesOld(
  driver: StorageDriver,
  key: string,
  body: Readable,
  signal?: AbortSignal,
): Promise<void> {
  await driver.write(key, inPieces(Buffer.from("old")), TYPE);
  const thrown = await driver.write(key, body, signal === undefined ? TYPE : { ...TYPE, signal }).then(
    () => null,
    (error: unknown) => error,
  );
  must(thrown !== null, "the write went well");
  must((await contentOf(driver, key)).toString() === "old", "the old bytes are gone");
}

const broken: Check = async (driver, key) => {
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new Error("the source broke");
    })(),
  );
  await leavesOld(driver, key, body);
  return "the old bytes";
};

const aborted: Check = async (driver, key) => {
  const controller = new AbortController();
  const body = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      controller.abort(new Error("not wanted any more"));
      yield Buffer.alloc(100_000);
    })(),
  );
  await leavesOld(driver, key, body, controller.signal);
  return "the old bytes";
};

const concurrent: Check = async (driver, key) => {
  const writes = Array.from({ length: CONCURRENT_WRITES }, (_, index) =>
    Buffer.alloc(200_000 + index, index),
  );
  await Promise.all(writes.map((bytes) => driver.write(key, inPieces(bytes), TYPE)));
  const left = await contentOf(driver, key);
  must(
    writes.some((bytes) => bytes.equals(left)),
    `the ${left.length} bytes are none of those that were written`,
  );
  must((await driver.stat(key))?.sizeBytes === left.length, "the size is of another write");
  return `${CONCURRENT_WRITES} writes`;
};

const deleted: Check = async (driver, key) => {
  await driver.write(key, inPieces(Buffer.from("bytes")), TYPE);
  await driver.delete(key);
  must((await driver.stat(key)) === null, "stat still finds it");
  must((await driver.read(key)) === null, "read still finds it");
  await driver.delete(key);
  return "gone";
};
