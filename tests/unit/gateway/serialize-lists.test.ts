import fc from "fast-check";
import test from "ava";
import { textOf } from "../../../services/gateway/contract-routes.js";
import { serializeLists } from "../../../services/gateway/serialize-lists.js";

test("lists are rendered as JSON.stringify renders them (rules/edge 2)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.anything()), async (result) => {
      t.is(String(await serializeLists(result)), JSON.stringify(result));
    }),
  );
  t.is(String(await serializeLists({})), "{}");
  t.is(String(await serializeLists({ a: undefined, b: [], c: [undefined, 1] })), '{"b":[],"c":[null,1]}');
});

test("a long list lets the event loop turn while it is rendered, and loses nothing (rules/running 29)", async (t) => {
  const objects = Array.from({ length: 100_000 }, (_, index) => ({
    index,
    text: "some words of it ".repeat(10),
  }));
  let turns = 0;
  const count = () => void ((turns += 1), (timer = setImmediate(count)));
  let timer = setImmediate(count);
  const text = String(await textOf({ objects, total: 1 }));
  clearImmediate(timer);
  t.true(turns > 1, String(turns));
  t.is(text, JSON.stringify({ objects, total: 1 }));
});
