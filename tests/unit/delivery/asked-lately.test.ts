import test from "ava";
import { AskedLately } from "../../../services/delivery/serving/asked-lately.js";

const keys = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, number) => `published ${of} ${number}`);

test("what was asked for before is told from what was not", (t) => {
  const asked = new AskedLately();
  const some = keys(5000, "some");
  t.false(some.some((key) => asked.again(key)));
  // some have given way to others
  t.true(some.filter((key) => asked.again(key)).length > 4500);
  t.false(asked.again("another"));
  t.true(asked.again("another"));
});

test("what was asked for long ago is forgotten", (t) => {
  const asked = new AskedLately();
  for (const key of keys(1000, "old")) asked.again(key);
  for (const key of keys(500_000, "new")) asked.again(key);
  t.true(keys(1000, "old").filter((key) => asked.again(key)).length < 50);
});
