import { brotliDecompressSync, gunzipSync } from "node:zlib";
import test from "ava";
import { Compressor } from "../../../runtime/http/compression/compressor.js";

const BYTES = Buffer.from("kiln ".repeat(20_000));

test("so many are compressed at once, a bounded length of others waits, and the rest are told not to", async (t) => {
  const compressor = new Compressor({ atOnce: 2, maxWaitingBytes: 3 * BYTES.length });
  let begun = 0;
  const compress = () => compressor.compress("gzip", BYTES.length, () => ((begun += 1), BYTES));
  const all = Array.from({ length: 100 }, compress);
  t.is(begun, 2, "only those that may begin have their bytes put together");
  const made = await Promise.all(all);
  t.is(made.filter((each) => each !== null).length, 5);
  t.is(begun, 5);
  for (const each of made.slice(0, 5)) t.deepEqual(gunzipSync(each ?? ""), BYTES);
  // All places are free again.
  const [one, other, third] = await Promise.all([compress(), compress(), compress()]);
  t.true(one !== null && other !== null && third !== null);
});

test("a text that cannot be put together gives its place back", async (t) => {
  const compressor = new Compressor({ atOnce: 1, maxWaitingBytes: 0 });
  await t.throwsAsync(
    compressor.compress("br", 1, () => {
      throw new Error("no bytes");
    }),
  );
  t.deepEqual(
    brotliDecompressSync((await compressor.compress("br", BYTES.length, () => BYTES)) ?? ""),
    BYTES,
  );
});

test("a stream that is closed makes room for another one", async (t) => {
  const compressor = new Compressor({ maxStreams: 1 });
  const first = compressor.open("br");
  t.is(compressor.open("gzip"), null);
  await new Promise((closed) => first?.once("close", closed).destroy());
  t.not(compressor.open("gzip"), null);
});
