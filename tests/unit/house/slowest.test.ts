import { mkdirSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { FileTimes, floorLine, slowestLines } from "../../run/slowest.js";

test("the slowest files come first, at most as many as asked for", (t) => {
  const times = [
    { name: "a (unit)", ms: 90, cpuMs: 40 },
    { name: "b (unit)", ms: 12_340, cpuMs: 15_000 },
    { name: "c (unit)", ms: 1_000, cpuMs: 960 },
  ];
  t.deepEqual(slowestLines(times, 2), [
    "The 2 slowest of 3 files, with their processor time:",
    "   12.3 s    15.0 s  b (unit)",
    "    1.0 s     1.0 s  c (unit)",
  ]);
});

test("one file alone is no ranking", (t) => {
  t.deepEqual(slowestLines([{ name: "a (unit)", ms: 90, cpuMs: 40 }]), []);
});

test("what processes wrote is read with the name of the source and of the step, and is removed", (t) => {
  const times = new FileTimes();
  mkdirSync(times.folder, { recursive: true });
  const file = pathToFileURL(join(process.cwd(), "dist/tests/unit/x.test.js")).href;
  writeFileSync(join(times.folder, "1.json"), JSON.stringify({ file, ms: 5, cpuMs: 3 }));
  t.deepEqual(times.take("unit"), [{ name: "tests/unit/x.test.ts (unit)", ms: 5, cpuMs: 3 }]);
  t.false(existsSync(times.folder));
});

test("the floor of a run is what it took of the processors, divided by their number", (t) => {
  t.is(floorLine(30_000, 20_000, 2), "In 20.0 s: 30.0 s of a processor in all, no less than 15.0 s on 2.");
});
