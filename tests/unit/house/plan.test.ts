import { globSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import { ABOVE_THE_DATABASE } from "../../run/above-the-database.js";
import { WHOLE_ONLY } from "../../run/whole-only.js";
import { LONG_ONLY } from "../../run/long-only.js";
import { ON_MARIADB_ONLY } from "../../run/on-mariadb-only.js";
import { filesOnBoth, leftToWhole, leftToLong, planSteps, strays } from "../../run/plan.js";
import { runLanes } from "../../run/run-lanes.js";
import { STATEMENTS_ELSEWHERE } from "../../run/statements-elsewhere.js";
import { leftOutLines, leftToWholeLine, leftToLongLine } from "../../run/summary.js";

const files = [
  "tests/unit/models/price.test.js",
  "tests/unit/models/price.long.test.js",
  "tests/service/billing/hold.test.js",
  "tests/http/gateway/envelope.test.js",
  "tests/http/console/sign-in.browser.test.js",
];
const everything = { filters: [], isLong: false, isShort: false, engine: null } as const;
const names = (options: Parameters<typeof planSteps>[1]) => planSteps(files, options).map(({ name }) => name);

test("the service, http and hostile rings run on both engines, the cluster ring on MariaDB with NATS", (t) => {
  t.deepEqual(names(everything), [
    "unit",
    "service on SQLite",
    "http on SQLite",
    "http in a browser",
    "cluster",
    "service on MariaDB",
    "http on MariaDB",
    "hostile on SQLite",
    "hostile on MariaDB",
  ]);
  t.deepEqual(planSteps(files, everything).find(({ ring }) => ring === "cluster")?.needs, [
    "mariadb",
    "nats",
  ]);
});

test("files for a browser or for Galera are steps of their own, which a machine without these leaves out and names", (t) => {
  const galera = "tests/cluster/database/failover.galera.test.js";
  const steps = planSteps([...files, "tests/cluster/nats/away.test.js", galera], everything);
  const [own, others] = ["cluster on Galera", "cluster"].map((name) =>
    steps.find((step) => step.name === name),
  );
  t.deepEqual(own?.files, [galera]);
  t.deepEqual(own?.needs, ["mariadb", "nats", "galera"]);
  t.deepEqual(others?.files, ["tests/cluster/nats/away.test.js"]);
  if (own === undefined) return;
  const told = leftOutLines([{ step: own, missing: ["galera"] }]).join("\n");
  t.regex(told, /LEFT OUT: cluster on Galera \(1 test file\)/);
  t.regex(told, /apt-get install -y .*galera-4 .*haproxy/);
  t.deepEqual(strays([galera, "tests/service/a.galera.test.js"]), ["tests/service/a.galera.test.js"]);
});

test("a ring without a test stays in the plan, so that it shows", (t) => {
  t.deepEqual(
    planSteps([], everything).map((step) => step.files.length),
    [0, 0, 0, 0, 0, 0, 0, 0],
  );
});

test("long tests run with --long only", (t) => {
  t.deepEqual(planSteps(files, { ...everything, filters: ["unit"] })[0]?.files, [files[0] ?? ""]);
  t.is(planSteps(files, { ...everything, filters: ["unit"], isLong: true })[0]?.files.length, 2);
});

test("a file of the long run runs without --long when its own path is given, and is told of when it is selected otherwise", (t) => {
  const story = "tests/cluster/nats/story.test.js";
  const long = "tests/unit/models/price.long.test.js";
  const all = [...files, story, "tests/cluster/nats/away.test.js"];
  const runs = (...filters: string[]) => {
    const selected = { ...everything, filters };
    return [planSteps(all, selected).flatMap((step) => step.files), leftToLong(all, selected)];
  };
  for (const own of ["nats/story", "story.test", "tests/cluster/nats/story.test.ts", `./dist/${story}`])
    t.deepEqual(runs(own), [[story], []], own);
  t.deepEqual(runs("models/price.long"), [[long], []]);
  t.deepEqual(runs("models/price"), [["tests/unit/models/price.test.js"], [long]]);
  t.deepEqual(runs("cluster"), [["tests/cluster/nats/away.test.js"], [story]]);
  for (const part of ["nats/stor", "tests/cluster/nats/s*"]) t.deepEqual(runs(part), [[], [story]], part);
  t.deepEqual(runs("cluster", "nats/story")[1], []);
  t.deepEqual(leftToLong(all, { filters: ["cluster"], isLong: true }), []);
  t.is(leftToLongLine([story]), "1 selected file runs with --long only: tests/cluster/nats/story.test.ts");
  t.regex(
    leftToLongLine([story, long]),
    /^2 selected files run with --long only: .*, .*price\.long\.test\.ts$/,
  );
});

test("a filter is a ring, a source path, a part of a path or a glob", (t) => {
  for (const filter of [
    "service",
    "tests/service/billing/hold.test.ts",
    "./tests/service/billing/hold.test.ts",
    "billing/hold",
    "tests/**/hold.test.ts",
    "*/billing/*",
    "dist/tests/service/billing/hold.test.js",
  ]) {
    t.deepEqual(
      names({ ...everything, filters: [filter] }),
      ["service on SQLite", "service on MariaDB"],
      filter,
    );
  }
  t.deepEqual(names({ ...everything, filters: ["nothing-such"] }), []);
});

test("one engine may be chosen; the unit ring has none of its own", (t) => {
  t.deepEqual(names({ ...everything, engine: "mariadb" }), [
    "unit",
    "cluster",
    "service on MariaDB",
    "http on MariaDB",
    "hostile on MariaDB",
  ]);
});

test("what lies above the database runs on SQLite only, and each such file is there", (t) => {
  const steps = planSteps(["tests/http/mcp/conformance.test.js", "tests/http/mcp/restarts.test.js"], {
    ...everything,
    filters: ["http"],
  });
  t.deepEqual(
    steps.map((step) => [step.name, step.files.length]),
    [
      ["http on SQLite", 2],
      ["http on MariaDB", 1],
    ],
  );
  const long = planSteps(["tests/http/mcp/conformance.test.js"], {
    ...everything,
    filters: ["http"],
    isLong: true,
  });
  t.is(long.length, 2, "test:long runs everything on both");
  const there = globSync("tests/{service,http,hostile}/**/*.test.js", { cwd: "dist" });
  for (const { part } of ABOVE_THE_DATABASE)
    t.true(
      there.some((file) => file.includes(part)),
      part,
    );
});

test("whose statements are made elsewhere runs on SQLite only, and each file that makes them runs on MariaDB", (t) => {
  const there = globSync("tests/{http,hostile,service}/**/*.test.js", { cwd: "dist" });
  const onMariadb = planSteps(there, everything)
    .filter(({ engine }) => engine === "mariadb")
    .flatMap((step) => step.files);
  for (const { part, there: others } of STATEMENTS_ELSEWHERE) {
    t.true(
      there.some((file) => file.includes(part)),
      part,
    );
    t.false(
      onMariadb.some((file) => file.includes(part)),
      part,
    );
    t.true(others.length > 0, part);
    for (const other of others)
      t.true(
        onMariadb.some((file) => file.includes(`${other}.test.`)),
        other,
      );
  }
});

test("where both engines run, what one of them proves runs on MariaDB only, and all that SQLite has besides stays", (t) => {
  for (const ring of ["http", "service"]) {
    const there = globSync(`tests/${ring}/**/*.test.js`, { cwd: "dist" });
    const [sqlite, mariadb] = [`${ring} on SQLite`, `${ring} on MariaDB`].map((name) =>
      planSteps(there, everything).find((step) => step.name === name),
    );
    if (sqlite === undefined || mariadb === undefined) return t.fail();
    const either = new Set([...filesOnBoth(sqlite), ...filesOnBoth(mariadb)]);
    t.deepEqual([...either].toSorted(), sqlite.files.toSorted(), "each file runs on one engine at least");
    t.deepEqual(filesOnBoth(mariadb), mariadb.files);
    for (const { part } of ON_MARIADB_ONLY.filter((each) => each.part.startsWith(ring))) {
      const isIt = (file: string) => file.includes(part);
      t.true(mariadb.files.some(isIt), part);
      t.false(filesOnBoth(sqlite).some(isIt), part);
    }
  }
  t.true(ON_MARIADB_ONLY.every(({ part }) => /^(http|service)\//.test(part)));
});

test("no file whose cases are dealt to both engines runs on one of them only, where half of its cases would never run", (t) => {
  const dealt = globSync("tests/{service,http,hostile,cluster}/**/*.test.js", { cwd: "dist" }).filter(
    (file) => readFileSync(`dist/${file}`, "utf8").includes("dealt("),
  );
  t.true(dealt.length > 0);
  for (const file of dealt) {
    t.regex(file, /^tests\/http\//, "cases are dealt in the http ring only");
    for (const { part } of [...ABOVE_THE_DATABASE, ...STATEMENTS_ELSEWHERE, ...ON_MARIADB_ONLY])
      t.false(file.includes(part), `${file}: ${part}`);
  }
});

test("what the long run has alone is there, and so is each file that proves its parts in the rings", (t) => {
  const there = globSync("tests/**/*.test.js", { cwd: "dist" });
  const inRings = planSteps(there, everything).flatMap((step) => step.files);
  const inLong = planSteps(there, { ...everything, isLong: true }).flatMap((step) => step.files);
  for (const { part, rings } of LONG_ONLY) {
    const isIt = (file: string) => file.includes(part);
    t.true(inLong.some(isIt), part);
    t.false(inRings.some(isIt), part);
    t.true(rings.length > 0, part);
    for (const ring of rings)
      t.true(
        inRings.some((file) => file.includes(`${ring}.`)),
        ring,
      );
  }
});

test("the rings leave to the whole run what whole-only.ts names, and have each file that is named there for a part of it", (t) => {
  const there = globSync("tests/**/*.test.js", { cwd: "dist" });
  const whole = planSteps(there, everything).flatMap((step) => step.files);
  const short = planSteps(there, { ...everything, isShort: true }).flatMap((step) => step.files);
  for (const { part, rings: others } of WHOLE_ONLY) {
    const isIt = (file: string) => file.includes(part);
    t.true(whole.some(isIt), part);
    t.false(short.some(isIt), part);
    t.true(others.length > 0, part);
    for (const other of others)
      t.true(
        short.some((file) => file.includes(other)),
        other,
      );
  }
  const left = leftToWhole(there, { isShort: true });
  t.deepEqual([...new Set([...short, ...left])].toSorted(), [...new Set(whole)].toSorted());
  t.deepEqual(leftToWhole(there, { isShort: false }), []);
  t.regex(
    leftToWholeLine(left),
    /^\d+ slow proofs \(tests\/run\/whole-only\.ts\), .* with --whole and --long only\.$/,
  );
});

test("a short run has each file of the http ring on one engine, and money, drafts and runtime of the service ring and kills at which money moves on both", (t) => {
  const there = globSync("tests/{service,http,hostile}/**/*.test.js", { cwd: "dist" });
  const steps = planSteps(there, { ...everything, isShort: true });
  const of = (name: string) => {
    const step = steps.find((each) => each.name === name);
    return step === undefined ? [] : filesOnBoth(step);
  };
  const mariadb = new Set(of("http on MariaDB"));
  t.true(mariadb.size > 0);
  t.deepEqual(
    of("http on SQLite").filter((file) => mariadb.has(file)),
    ["tests/http/crashes/fault-points.test.js"],
  );
  const isOnSqliteOnly = (file: string) => ABOVE_THE_DATABASE.some(({ part }) => file.includes(part));
  const isOnMariadbOnly = (file: string) => ON_MARIADB_ONLY.some(({ part }) => file.includes(part));
  t.deepEqual(
    of("service on MariaDB").filter((file) => !isOnMariadbOnly(file)),
    of("service on SQLite").filter((file) => !isOnSqliteOnly(file)),
  );
  for (const part of ["service/billing/", "service/runtime/", "service/content/draft"])
    t.false(
      ON_MARIADB_ONLY.some((each) => each.part.startsWith(part)),
      part,
    );
  t.deepEqual(of("hostile on MariaDB"), []);
});

test("lanes run side by side, a lane's steps one by one, and what runs alone when both are over", async (t) => {
  const steps = planSteps(files, everything).filter(({ name }) => !name.startsWith("service"));
  const said: string[] = [];
  await runLanes(steps, async ({ name }) => {
    said.push(`${name} begins`);
    await setImmediate();
    said.push(`${name} ends`);
  });
  const follow = (...words: string[]) => {
    const places = words.map((word) => said.indexOf(word));
    t.true(
      places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1)),
      `${words.join(", ")} in ${said.join(", ")}`,
    );
  };
  follow("unit begins", "cluster begins", "unit ends");
  follow("unit ends", "http on SQLite begins", "http on SQLite ends", "http in a browser begins");
  follow("cluster ends", "http on MariaDB begins");
  for (const last of ["http in a browser", "http on MariaDB"])
    follow(`${last} ends`, "hostile on SQLite begins");
  follow("hostile on SQLite begins", "hostile on MariaDB begins", "hostile on SQLite ends");
  const fails = runLanes(steps, () => Promise.reject(new Error("no")));
  await t.throwsAsync(fails, { message: "no" });
});

test("a step that throws ends both lanes: what runs goes on, and nothing else begins", async (t) => {
  const steps = planSteps(files, everything).filter(({ name }) => !name.startsWith("service"));
  const begun: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const fails = runLanes(steps, async ({ name, lane }) => {
    begun.push(name);
    if (lane === "first") throw new Error("no");
    await held;
  });
  await t.throwsAsync(fails, { message: "no" });
  release();
  await setImmediate();
  t.is(begun.length, 2, begun.join());
});

test("a file that no ring would run is found", (t) => {
  t.deepEqual(strays(files), []);
  t.deepEqual(strays(["tests/billing/hold.test.js", "tests/unit/a.browser.test.js"]).length, 2);
});
