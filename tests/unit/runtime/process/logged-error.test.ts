import test from "ava";
import { QueryFailedError } from "typeorm";
import { loggedError } from "../../../../runtime/process/logged-error.js";

test("of a failed query the log keeps the words and the code, not its values", (t) => {
  const driver = Object.assign(new Error("near"), { code: "ER_X", sql: "INSERT 'secret'" });
  const failed = new QueryFailedError("INSERT ?", ["secret"], driver);
  const logged = loggedError(new Error("outer", { cause: failed }));
  t.notRegex(JSON.stringify([logged, loggedError(failed)]), /secret/);
  t.like(loggedError(failed), { type: "QueryFailedError", code: "ER_X" });
  t.regex(JSON.stringify(logged), /caused by.*near/);
});

test("what is no error is logged as it is", (t) => {
  t.is(loggedError("text"), "text");
});

test("of statements that travelled together it keeps the texts, also of a cause", (t) => {
  const statements = ["INSERT INTO a VALUES (?)", "COMMIT"];
  const driver = Object.assign(new Error("near"), { code: "ER_X", sql: "INSERT 'secret'", statements });
  const failed = new QueryFailedError("COMMIT", ["secret"], driver);
  t.like(loggedError(failed), { statements });
  const logged = loggedError(new Error("outer", { cause: failed }));
  t.like(logged, { statements });
  t.notRegex(JSON.stringify(logged), /secret/);
});

test("of a long message, stack, cause or text it keeps the beginning and the end (rules/models 30)", (t) => {
  const long = `begin${"x".repeat(2 ** 20)}end`;
  const logged = loggedError(new Error(long)) as { message: string; stack: string };
  t.regex(logged.message, /^beginx+ … x+end$/);
  t.regex(logged.stack, /^Error: beginx/);
  t.regex(logged.stack, /logged-error\.test/, "where it was thrown is at the end");
  for (const error of [
    new Error(long),
    new Error("a", { cause: long }),
    new Error("a", { cause: new Error(long) }),
    long,
  ])
    t.true(JSON.stringify(loggedError(error)).length < 32_000);
});
