import test from "ava";
import { Allowance, Overspent } from "../../../services/delivery/serving/allowance.js";
import { TextWriter } from "../../../services/delivery/graphql/selection/text-writer.js";

test("a document that is too much is left off in the middle, not written to its end (issue 5: huge lists)", (t) => {
  const out = new TextWriter(new Allowance());
  let values = 0;
  const error = t.throws(
    () => {
      for (; values < 10_000_000; values++) out.count();
    },
    { instanceOf: Overspent },
  );
  t.true(values <= 100_000);
  t.regex(error.message, /more than 100000 values/);
});

test("an answer has an end in bytes too: texts under many aliases, in many documents (issue 5: hostile queries)", (t) => {
  const allowance = new Allowance();
  const text = "x".repeat(2 ** 22);
  let documents = 0;
  const error = t.throws(
    () => {
      for (; documents < 1000; documents++) new TextWriter(allowance).write(text);
    },
    { instanceOf: Overspent },
  );
  t.true(documents <= 32);
  t.is(error.code, "invalid_params");
  t.regex(error.message, /over 128 MB/);
});
