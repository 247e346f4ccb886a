import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { REPOSITORY } from "../../../checks/repository.js";
import { always, type Ran, without } from "../../../checks/walk/coverage.js";
import { filesOf, withTable } from "../../../checks/walk/table.js";
import { WALKS } from "../../../checks/walk/walks.js";

/**
 * The most files that the table of ARCHITECTURE.md may name for each walk. The targets of the house are 30 files for a publish, 35 for
 * a generation, 45 for a cold list and 15 for a warm one; ADR-0099 says why a publish and a generation take a sixth more, and the lists
 * have room for what other work adds to them. Lower the ceiling when a walk gets shorter.
 */
const CEILINGS: Readonly<Record<string, number>> = {
  publish: 36,
  generation: 42,
  "cold-list": 48,
  "warm-list": 16,
};

const ran = (files: Record<string, string[]>): Ran =>
  new Map(Object.entries(files).map(([path, names]) => [path, new Set(names)]));

test("a function that ran beside one of the times is not counted", (t) => {
  const times = [ran({ "a.ts": ["x", "poll"], "timer.ts": ["tick"] }), ran({ "a.ts": ["x"] })];
  t.deepEqual(always(times), ran({ "a.ts": ["x"] }));
});

test("what runs as well whenever nothing is asked is not counted", (t) => {
  const asked = ran({ "a.ts": ["x", "poll"], "timer.ts": ["tick"] });
  t.deepEqual(
    without(asked, ran({ "a.ts": ["poll"], "timer.ts": ["tick", "tock"] })),
    ran({ "a.ts": ["x"] }),
  );
});

test("the table is replaced, and read as it was written", (t) => {
  const page = "before\n<!-- walks: npm run walk -->\nold\n<!-- end of walks -->\nafter\n";
  const walked = [{ title: "Publish (`POST /x`)", files: 91, functions: 322, hops: 135 }];
  const written = withTable(page, walked);
  t.deepEqual(filesOf(written), new Map([["Publish (`POST /x`)", 91]]));
  t.deepEqual(filesOf(written.replace("`) |", "`)   |")), new Map([["Publish (`POST /x`)", 91]]));
  t.is(withTable(written, walked), written);
  t.regex(written, /^before\n[^]*\nafter\n$/);
});

test("no walk of ARCHITECTURE.md is longer than its ceiling", (t) => {
  const told = filesOf(readFileSync(join(REPOSITORY, "ARCHITECTURE.md"), "utf8"));
  for (const { name, title } of WALKS) {
    const [files, ceiling] = [told.get(title) ?? Infinity, CEILINGS[name]];
    t.true(files <= ceiling, `${name}: ${files} files, and its ceiling is ${ceiling}`);
  }
});
