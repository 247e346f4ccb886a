import test from "ava";
import fc from "fast-check";
import { readJson, MAX_JSON_DEPTH } from "../../../../runtime/http/json-text.js";

const read = (text: string) => readJson(Buffer.from(text));

test("a text that names halves of characters reads with U+FFFD in their place, keys too", (t) => {
  t.deepEqual(read(String.raw`{"a\ud800":["\uDC00x",{"b":"\ud83d\ude00"},1,null,true]}`), {
    "a\uFFFD": ["\uFFFDx", { b: "😀" }, 1, null, true],
  });
  const [own] = Object.entries(read(String.raw`{"__proto__":"\ud800"}`) as object);
  t.deepEqual(own, ["__proto__", "\uFFFD"]);
});

test("what is not UTF-8 or not JSON throws", (t) => {
  t.throws(() => readJson(new Uint8Array([0x22, 0xff, 0x22])));
  t.throws(() => read("{"));
});

test("the deepest text that is let in is read", (t) => {
  const text = `${"[".repeat(MAX_JSON_DEPTH)}"\\ud800"${"]".repeat(MAX_JSON_DEPTH)}`;
  t.is(JSON.stringify(read(text)), text.replace("\\ud800", "\uFFFD"));
});

test("everything else reads as JSON.parse reads it", (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = JSON.stringify(value);
      t.deepEqual(read(text), JSON.parse(text));
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
});
