import test from "ava";
import { isSameJson } from "../../../console/workflows/same-json.js";

test("the same graph is known again with its fields in another order, and a changed one is not", (t) => {
  const node = { id: "a", data: { text: "x", size: [1, 2] } };
  t.true(isSameJson([node], [{ data: { size: [1, 2], text: "x" }, id: "a" }]));
  t.false(isSameJson([node], [{ ...node, data: { text: "x", size: [2, 1] } }]));
  t.false(isSameJson([node], [node, node]));
  t.true(isSameJson({ a: null, b: undefined }, { a: null }));
});
