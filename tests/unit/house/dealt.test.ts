import { globSync, readFileSync } from "node:fs";
import test from "ava";
import { ABOVE_THE_DATABASE } from "../../run/above-the-database.js";
import { dealt } from "../../helpers/dealt.js";

/** Sets the environment of an engine, in a run that deals cases or in one that does not. */
function on(t: { teardown(restore: () => void): void }, engine: string, isDealt: boolean): void {
  const { KILN_TEST_DB, KILN_DEALT, KILN_SHORT } = process.env;
  t.teardown(() => {
    for (const [name, value] of Object.entries({ KILN_TEST_DB, KILN_DEALT, KILN_SHORT }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  delete process.env.KILN_SHORT;
  process.env.KILN_TEST_DB = engine;
  if (isDealt) process.env.KILN_DEALT = "1";
  else delete process.env.KILN_DEALT;
}

test.serial("both engines together take each case once", (t) => {
  for (const count of [2, 3, 8]) {
    const cases = Array.from({ length: count }, (_, at) => at);
    on(t, "sqlite", true);
    const one = dealt(cases);
    on(t, "mariadb", true);
    const other = dealt(cases);
    t.true(one.length > 0 && other.length > 0);
    t.deepEqual([...one, ...other].toSorted(), cases);
  }
});

test.serial(
  "of many cases the rings take the first, the last, each n-th and those that are always taken",
  (t) => {
    const cases = Array.from({ length: 12 }, (_, at) => at);
    const both = (share: Parameters<typeof dealt<number>>[1]) => {
      on(t, "sqlite", true);
      const one = dealt(cases, share);
      on(t, "mariadb", true);
      return { one, other: dealt(cases, share) };
    };
    t.deepEqual(both({ each: 4 }), { one: [0, 8], other: [4, 11] });
    t.deepEqual(both({ each: 4, always: (at) => at === 5 }), { one: [0, 5, 11], other: [4, 8] });
    on(t, "mariadb", false);
    t.deepEqual(dealt(cases, { each: 4 }), cases);
  },
);

test.serial("in a short run SQLite takes its half, and all that are always taken", (t) => {
  const cases = Array.from({ length: 8 }, (_, at) => at);
  on(t, "sqlite", true);
  process.env.KILN_SHORT = "1";
  t.deepEqual(dealt(cases), [0, 2, 4, 6]);
  t.deepEqual(dealt(cases, { always: (at) => at === 5 || at === 7 }), [0, 2, 4, 5, 6, 7]);
  t.deepEqual(dealt(cases, { each: 4, always: (at) => at === 5 }), [0, 5]);
});

test.serial("without the other engine, and of a single case, all are taken", (t) => {
  on(t, "mariadb", false);
  t.deepEqual(dealt([1, 2, 3]), [1, 2, 3]);
  on(t, "mariadb", true);
  t.deepEqual(dealt([1]), [1]);
});

test("cases are dealt in files only that run on both engines", (t) => {
  const files = globSync("tests/**/*.test.js", { cwd: "dist" }).filter((file) =>
    readFileSync(`dist/${file}`, "utf8").includes("helpers/dealt.js"),
  );
  const own = files.filter((file) => !file.startsWith("tests/unit/house/"));
  t.true(own.length > 0);
  for (const file of own) {
    t.true(file.startsWith("tests/http/"), file);
    t.false(file.endsWith(".browser.test.js"), file);
    t.false(
      ABOVE_THE_DATABASE.some(({ part }) => file.includes(part)),
      file,
    );
  }
});
