import { PassThrough, Readable } from "node:stream";
import test from "ava";
import { atMinimalRate, TooSlow } from "../../../../runtime/http/minimal-rate.js";

const RATE = { windowMs: 100, bytesPerSecond: 100_000 };

async function read(body: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of atMinimalRate(body, RATE)) bytes += chunk.length;
  return bytes;
}

test("a source that sends too slowly is disconnected, also when a byte comes now and then (rules/storage 23)", async (t) => {
  const dripping = new PassThrough();
  const drip = setInterval(() => dripping.write("x"), 10);
  await t.throwsAsync(read(dripping), { instanceOf: TooSlow });
  clearInterval(drip);
  t.true(dripping.destroyed);
});

test("a source that says nothing is ended (rules/storage 23)", async (t) => {
  const silent = new PassThrough();
  await t.throwsAsync(read(silent), { instanceOf: TooSlow });
  t.true(silent.destroyed);
});

test("a short body, and one that is fast enough, pass whole", async (t) => {
  t.is(await read(Readable.from([Buffer.alloc(3)])), 3);
  t.is(await read(Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10_000)))), 500_000);
});

test("a slow reader does not make the source slow", async (t) => {
  let bytes = 0;
  for await (const chunk of atMinimalRate(Readable.from([1, 2, 3].map(() => Buffer.alloc(1))), RATE)) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    bytes += chunk.length;
  }
  t.is(bytes, 3);
});
