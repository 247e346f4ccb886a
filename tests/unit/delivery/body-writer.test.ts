import test from "ava";
import fc from "fast-check";
import { BodyWriter, ownBytes } from "../../../services/delivery/serving/body-writer.js";

test("an answer is what was written and copied, in this order, however often it is joined", (t) => {
  const part = fc.oneof(
    fc.record({ text: fc.string({ unit: "grapheme" }) }),
    fc.record({ bytes: fc.string({ unit: "grapheme", minLength: 1 }), from: fc.nat(), to: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const out = new BodyWriter();
      const expected = parts.map((each) => {
        if ("text" in each) {
          out.write(each.text);
          return Buffer.from(each.text);
        }
        const bytes = ownBytes(each.bytes);
        const [start = 0, end = 0] = [each.from, each.to]
          .map((at) => at % (bytes.length + 1))
          .sort((a, b) => a - b);
        out.copy(bytes, start, end);
        return bytes.subarray(start, end);
      });
      const body = out.end();
      t.is(body.length, Buffer.concat(expected).length);
      for (let times = 0; times < 2; times++) t.deepEqual(body.join(), Buffer.concat(expected));
    }),
  );
});

test("answers of other bytes have other digests, those that are made alike the same (decisions 11: ETag)", (t) => {
  const bodyOf = (document: string, between: string) => {
    const out = new BodyWriter();
    const bytes = ownBytes(document);
    out.write('{"documents":[');
    out.copy(bytes, 0, 3);
    out.write(between);
    out.copy(bytes, 3, bytes.length);
    out.write("]}");
    return out.end();
  };
  const digests = ["document", "documents"].flatMap((document) =>
    ["null", "nul", ""].map((between) => bodyOf(document, between).digest()),
  );
  t.is(new Set(digests).size, digests.length);
  t.is(bodyOf("document", "null").digest(), bodyOf("document", "null").digest());
});
