import test from "ava";
import fc from "fast-check";
import { BodyWriter, SharedText } from "../../../../engines/response-cache/index.js";

test("an answer is what was written and copied, in this order, however often it is joined (rules/delivery 10)", (t) => {
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
        const text = new SharedText(each.bytes);
        const { bytes } = text;
        const [start = 0, end = 0] = [each.from, each.to]
          .map((at) => at % (bytes.length + 1))
          .sort((a, b) => a - b);
        out.copy(text, start, end);
        return bytes.subarray(start, end);
      });
      const body = out.end();
      t.is(body.length, Buffer.concat(expected).length);
      for (let times = 0; times < 2; times++) t.deepEqual(body.join(), Buffer.concat(expected));
      for (const whole of [null, body.join()]) {
        body.whole = whole;
        // All pieces use the same memory, so each is copied before the next one comes.
        const pieces = Array.from(body.pieces(Buffer.alloc(7)), (piece) => Buffer.from(piece));
        t.deepEqual(Buffer.concat(pieces), Buffer.concat(expected));
        t.true(pieces.every(({ length }, at) => length === 7 || (at === pieces.length - 1 && length > 0)));
      }
    }),
  );
});

test("answers of other bytes have other digests, those that are made alike the same (rules/delivery 7)", (t) => {
  const bodyOf = (document: string, between: string) => {
    const out = new BodyWriter();
    const text = new SharedText(document);
    out.write('{"documents":[');
    out.copy(text, 0, 3);
    out.write(between);
    out.copy(text, 3, text.bytes.length);
    out.write("]}");
    return out.end();
  };
  const digests = ["document", "documents"].flatMap((document) =>
    ["null", "nul", ""].map((between) => bodyOf(document, between).digest()),
  );
  t.is(new Set(digests).size, digests.length);
  t.is(bodyOf("document", "null").digest(), bodyOf("document", "null").digest());
});

test("bytes that kept answers share count once, until the last of them goes", (t) => {
  const shared = new SharedText("shared by both");
  const bodyOf = (own: string) => {
    const out = new BodyWriter();
    out.copy(shared, 0, 6);
    out.write(own);
    out.copy(shared, 6, shared.bytes.length);
    return out.end();
  };
  const [one, other] = [bodyOf("one"), bodyOf("another")];
  t.is(one.retain(), shared.bytes.length + 3);
  t.is(other.retain(), 7);
  t.is(one.release(), 3);
  t.is(other.release(), shared.bytes.length + 7);
});
