import { globSync } from "node:fs";
import test from "ava";
import { ABOVE_THE_DATABASE, planSteps, strays } from "../../run/plan.js";

const files = [
  "tests/unit/models/price.test.js",
  "tests/unit/models/price.long.test.js",
  "tests/service/billing/hold.test.js",
  "tests/http/gateway/envelope.test.js",
  "tests/http/console/sign-in.browser.test.js",
];
const everything = { filters: [], isLong: false, engine: null } as const;
const names = (options: Parameters<typeof planSteps>[1]) => planSteps(files, options).map(({ name }) => name);

test("the service, http and hostile rings run on both engines, the cluster ring on MariaDB with NATS", (t) => {
  t.deepEqual(names(everything), [
    "unit",
    "service on SQLite",
    "http on SQLite",
    "http in a browser",
    "hostile on SQLite",
    "service on MariaDB",
    "http on MariaDB",
    "hostile on MariaDB",
    "cluster",
  ]);
  t.deepEqual(planSteps(files, everything).at(-1)?.needs, ["mariadb", "nats"]);
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
    "service on MariaDB",
    "http on MariaDB",
    "hostile on MariaDB",
    "cluster",
  ]);
});

test("what lies above the database runs on SQLite only, and each such file is there", (t) => {
  const steps = planSteps(["tests/http/mcp/conformance.test.js", "tests/http/mcp/tools.test.js"], {
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
  const there = globSync("tests/http/**/*.test.js", { cwd: "dist" });
  for (const { part } of ABOVE_THE_DATABASE)
    t.true(
      there.some((file) => file.includes(part)),
      part,
    );
});

test("a file that no ring would run is found", (t) => {
  t.deepEqual(strays(files), []);
  t.deepEqual(strays(["tests/billing/hold.test.js", "tests/unit/a.browser.test.js"]).length, 2);
});
