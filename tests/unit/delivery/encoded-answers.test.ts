import { randomBytes } from "node:crypto";
import test from "ava";
import { Compressor } from "../../../runtime/compression/compressor.js";
import { partsOf } from "../../../services/delivery/serving/body-writer.js";
import { EncodedAnswers } from "../../../services/delivery/serving/encoded-answers.js";

const answer = (text: string) => {
  const parts = partsOf(text);
  parts.hold();
  return parts;
};

test("an answer is compressed once for all who ask meanwhile, and at hand as long as it is kept", async (t) => {
  const encoded = new EncodedAnswers(2 ** 20, new Compressor({ atOnce: 1, maxWaitingBytes: 0 }));
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
  const encoded = new EncodedAnswers(2 ** 20);
  const asked = partsOf("kiln ".repeat(5000));
  t.not(await encoded.make(asked, "gzip"), null);
  const going = answer("kiln ".repeat(5000));
  const making = encoded.make(going, "gzip");
  going.release();
  await making;
  t.is(encoded.bytes, 0);
});

test("compressed answers stay within their budget", async (t) => {
  const encoded = new EncodedAnswers(20_000);
  for (let n = 0; n < 50; n++) {
    await encoded.make(answer(JSON.stringify(randomBytes(1500).toString("base64"))), "gzip");
    t.true(encoded.bytes <= 20_000);
  }
  t.true(encoded.bytes > 10_000);
});
