import { randomBytes } from "node:crypto";
import test from "ava";
import { SpareShare, Compressor } from "../../../../runtime/http/compression/compressor.js";
import { type Coder, EncodedBodies, partsOf } from "../../../../engines/response-cache/index.js";

const coderOf = (compressor = new Compressor(), spare = new SpareShare()): Coder => ({
  compress: (encoding, bytes, body) => compressor.compress(encoding, bytes, body),
  take: (bytes) => spare.take(bytes),
});

const answer = (text: string) => {
  const parts = partsOf(text);
  parts.retain();
  return parts;
};

test("an answer is compressed once for all who ask meanwhile, and at hand as long as it is kept", async (t) => {
  const encoded = new EncodedBodies(2 ** 20, coderOf(new Compressor({ atOnce: 1, maxWaitingBytes: 0 })));
  const parts = answer("kiln ".repeat(5000));
  const [one, other] = await Promise.all([encoded.make(parts, "br"), encoded.make(parts, "br")]);
  t.not(one, null);
  t.is(one, other);
  t.is(encoded.atHand(parts, "br"), one ?? undefined);
  await encoded.make(parts, "gzip");
  t.is(encoded.atHand(parts, "br"), one ?? undefined, "another coding is kept beside it");
  t.true(encoded.bytes > 0 && encoded.bytes < 2000, String(encoded.bytes));
  encoded.forget(parts);
  t.is(encoded.bytes, 0);
});

test("an answer that is not kept, or goes while it is compressed, leaves nothing", async (t) => {
  const encoded = new EncodedBodies(2 ** 20, coderOf());
  const asked = partsOf("kiln ".repeat(5000));
  t.not(await encoded.make(asked, "gzip"), null);
  const going = answer("kiln ".repeat(5000));
  const making = encoded.make(going, "gzip");
  going.release();
  await making;
  t.is(encoded.bytes, 0);
});

test("compressed answers stay within their budget", async (t) => {
  const encoded = new EncodedBodies(20_000, coderOf());
  for (let n = 0; n < 50; n++) {
    await encoded.make(answer(JSON.stringify(randomBytes(1500).toString("base64"))), "gzip");
    t.true(encoded.bytes <= 20_000);
  }
  t.true(encoded.bytes > 10_000);
});

test("answers that were asked for once are compressed within a share of time, kept ones whatever is left of it (ADR-0067)", async (t) => {
  let now = 0;
  const encoded = new EncodedBodies(2 ** 20, coderOf(new Compressor(), new SpareShare(() => now)));
  const once = () => encoded.make(partsOf("kiln ".repeat(2 ** 17)), "gzip");
  const made: boolean[] = [];
  for (let asked = 0; asked < 20; asked += 1) made.push((await once()) !== null);
  t.deepEqual(made, [...Array(6).fill(true), ...Array(14).fill(false)]);
  t.not(await encoded.make(answer("kiln ".repeat(2 ** 17)), "gzip"), null);
  now += 40;
  t.not(await once(), null);
  t.is(await once(), null);
});
