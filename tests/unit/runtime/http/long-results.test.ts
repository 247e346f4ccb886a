import test from "ava";
import type { ActionContext } from "../../../../runtime/actions/context.js";
import { LongResults, SHORT_RESULT } from "../../../../runtime/http/long-results.js";

const context = (accountId: string) =>
  ({ auth: { accountId }, signal: new AbortController().signal }) as ActionContext;

/** Reads that end when they are told to, and how many run. */
function reads() {
  const ends: (() => void)[] = [];
  return {
    ends,
    begin: () => new Promise<void>((end) => ends.push(end)),
  };
}

test("of an account one result of over 1 MB is read at a time, and two of all (rules/edge 54)", async (t) => {
  const results = new LongResults();
  const { ends, begin } = reads();
  const long = (accountId: string) => results.read(context(accountId), SHORT_RESULT + 1, begin);
  const running = [long("a"), long("a"), long("b"), long("c")];
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  t.is(ends.length, 2, "one of a, one of b");
  for (let at = 0; at < running.length; at += 1) {
    ends[at]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(running);
  t.is(ends.length, 4);
});

test("a short result waits for nobody, however many are asked for (rules/edge 54)", async (t) => {
  const results = new LongResults({ waiting: 0 });
  const { ends, begin } = reads();
  const short = Array.from({ length: 100 }, () => results.read(context("a"), SHORT_RESULT, begin));
  t.is(ends.length, 100);
  await t.throwsAsync(results.read(context("a"), SHORT_RESULT + 1, begin), { code: "unavailable" });
  for (const end of ends) end();
  await Promise.all(short);
});

test("a read that fails lets the next one begin", async (t) => {
  const results = new LongResults();
  const fail = () => Promise.reject(new Error("away"));
  await t.throwsAsync(results.read(context("a"), SHORT_RESULT + 1, fail), { message: "away" });
  t.is(await results.read(context("a"), SHORT_RESULT + 1, async () => "read"), "read");
});
