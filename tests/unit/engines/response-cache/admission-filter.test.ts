import test from "ava";
import { AdmissionFilter } from "../../../../engines/response-cache/index.js";

const keys = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, number) => `published ${of} ${number}`);

test("what was asked for before is told from what was not", (t) => {
  const asked = new AdmissionFilter();
  const some = keys(5000, "some");
  t.false(some.some((key) => asked.admit(key)));
  // Some keys have given way to others.
  t.true(some.filter((key) => asked.admit(key)).length > 4500);
  t.false(asked.admit("another"));
  t.true(asked.admit("another"));
});

test("what was asked for long ago is forgotten", (t) => {
  const asked = new AdmissionFilter();
  for (const key of keys(1000, "old")) asked.admit(key);
  for (const key of keys(500_000, "new")) asked.admit(key);
  t.true(keys(1000, "old").filter((key) => asked.admit(key)).length < 50);
});
