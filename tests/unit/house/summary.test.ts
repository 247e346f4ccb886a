import test from "ava";
import { box, closingLine, fileLines, leftOutLines } from "../../run/summary.js";

test("what is left out is named with the command that brings it", (t) => {
  const step = {
    name: "cluster",
    ring: "cluster",
    engine: "mariadb",
    needs: [],
    lane: "second",
    atOnce: 1,
    together: 1,
    files: ["a"],
  } as const;
  const lines = leftOutLines([{ step, missing: ["mariadb", "nats"] }]).join("\n");
  t.regex(lines, /LEFT OUT: cluster \(1 test file\)/);
  t.regex(lines, /apt-get install -y mariadb-server/);
  t.regex(lines, /apt-get install -y nats-server/);
});

test("the box is as wide as its longest line", (t) => {
  t.is(box(["ab", "c"]), "╔════╗\n║ ab ║\n║ c  ║\n╚════╝");
});

test("the closing line is the one that CI systems read", (t) => {
  t.is(closingLine({ passed: 2, failed: 0, skipped: 0 }), "2 passed, 0 failed");
  t.is(closingLine({ passed: 2, failed: 1, skipped: 3 }), "2 passed, 1 failed, 3 skipped");
});

test("a file's line names its source", (t) => {
  const counts = new Map([["dist/tests/unit/a.test.js", { passed: 1, failed: 1, skipped: 0 }]]);
  t.deepEqual(fileLines(counts), ["  ✘ tests/unit/a.test.ts: 1 passed, 1 failed"]);
});
