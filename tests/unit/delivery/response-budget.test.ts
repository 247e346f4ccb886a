import test from "ava";
import { ResponseBudget, BudgetExceeded } from "../../../services/delivery/serving/response-budget.js";
import { TextWriter } from "../../../services/delivery/graphql/selection/text-writer.js";

test("a document that is too much is left off in the middle, not written to its end (rules/delivery 37)", (t) => {
  const out = new TextWriter(new ResponseBudget());
  let values = 0;
  const error = t.throws(
    () => {
      for (; values < 10_000_000; values++) out.count();
    },
    { instanceOf: BudgetExceeded },
  );
  t.true(values <= 100_000);
  t.regex(error.message, /more than 100000 values/);
});

test("an answer has an end in bytes too: texts under many aliases, in many documents (rules/delivery 37)", (t) => {
  const budget = new ResponseBudget();
  const text = "x".repeat(2 ** 22);
  let documents = 0;
  const error = t.throws(
    () => {
      for (; documents < 1000; documents++) new TextWriter(budget).write(text);
    },
    { instanceOf: BudgetExceeded },
  );
  t.true(documents <= 32);
  t.is(error.code, "invalid_params");
  t.regex(error.message, /over 128 MB/);
});
