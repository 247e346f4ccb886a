import test from "ava";
import { IndexContended } from "../../../engines/document-index/index.js";
import { withCode } from "../../../services/delivery/serving/type-content.js";

test("who would wait for ever for the index of a type is told to come again", (t) => {
  t.like(withCode(new IndexContended("changes")), {
    code: "unavailable",
    details: { retryAfterSeconds: 1 },
  });
});

test("any other error of an index stays what it is", (t) => {
  const error = new Error("The worker ended.");
  t.is(withCode(error), error);
});
