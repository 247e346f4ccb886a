import test from "ava";
import type { FileCount } from "../../run/ava-reading.js";
import { runAgain } from "../../run/run-again.js";

const count = (passed: number, failed: number): FileCount => ({ passed, failed, skipped: 0 });

function first(counts: Record<string, FileCount>) {
  const all = Object.values(counts);
  const sum = (key: "passed" | "failed") => all.reduce((total, each) => total + each[key], 0);
  return {
    counts: new Map(Object.entries(counts)),
    total: count(sum("passed"), sum("failed")),
    failures: Object.keys(counts)
      .filter((file) => counts[file]?.failed !== 0)
      .map((file) => ({ file, title: "among others", lines: [] })),
    printed: [],
    notRun: [] as string[],
  };
}

function options(second: FileCount) {
  const ran: string[] = [];
  return {
    ran,
    env: {},
    print: () => {},
    run: (asked: { files: readonly string[] }) => {
      ran.push(...asked.files);
      const failures =
        second.failed > 0 ? [{ file: `dist/${asked.files[0]}`, title: "alone", lines: [] }] : [];
      return Promise.resolve({ counts: new Map(), total: second, failures, printed: [], notRun: [] });
    },
  };
}

test("a file that failed runs again alone, and is named when it passes", async (t) => {
  const given = options(count(3, 0));
  const second = await runAgain(first({ "dist/a.js": count(1, 0), "dist/b.js": count(2, 1) }), given);
  t.deepEqual(given.ran, ["b.js"]);
  t.deepEqual(second.total, count(4, 0));
  t.deepEqual(second.passedAlone, ["b.ts"]);
  t.deepEqual(second.failures, []);
  t.deepEqual(second.byChance, [{ file: "dist/b.js", title: "among others", lines: [] }]);
});

test("a file that fails twice, or runs no test the second time, has failed", async (t) => {
  const failing = await runAgain(first({ "dist/b.js": count(2, 1) }), options(count(2, 1)));
  t.deepEqual([failing.total, failing.passedAlone], [count(2, 1), []]);
  t.deepEqual([failing.failures, failing.byChance], [[{ file: "dist/b.js", title: "alone", lines: [] }], []]);
  const empty = await runAgain(first({ "dist/b.js": count(2, 1) }), options(count(0, 0)));
  t.deepEqual([empty.total.failed, empty.passedAlone], [1, []]);
  t.deepEqual(empty.failures, [{ file: "dist/b.js", title: "among others", lines: [] }]);
});

const broken = (most: number) =>
  Object.fromEntries(Array.from({ length: most }, (_, index) => [`dist/${index}.js`, count(0, 1)] as const));

test("as many as eight files that failed run again", async (t) => {
  const given = options(count(1, 0));
  const second = await runAgain(first(broken(8)), given);
  t.is(given.ran.length, 8);
  t.is(second.byChance.length, 8);
});

test("nothing runs again when many files failed, or something that is no file", async (t) => {
  for (const counts of [broken(9), { "dist/a.js": count(0, 1), "(no file)": count(0, 1) }]) {
    const given = options(count(1, 0));
    const second = await runAgain(first(counts), given);
    t.deepEqual(given.ran, []);
    t.is(second.total.failed, Object.keys(counts).length);
  }
});
