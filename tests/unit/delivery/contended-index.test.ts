import test from "ava";
import { IndexBusy, IndexContended } from "../../../engines/document-index/index.js";
import { withCode } from "../../../services/delivery/serving/type-content.js";

test("who would wait for ever for the index of a type is told to come again", (t) => {
  t.like(withCode(new IndexContended("changes")), {
    code: "unavailable",
    details: { retryAfterSeconds: 1 },
  });
});

test("who asks for more than may wait is told to come again (rules/delivery 46)", (t) => {
  t.like(withCode(new IndexBusy("full")), { code: "unavailable", details: { retryAfterSeconds: 2 } });
});

test("any other error of an index stays what it is", (t) => {
  const error = new Error("The worker ended.");
  t.is(withCode(error), error);
});
