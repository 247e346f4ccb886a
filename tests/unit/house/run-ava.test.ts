import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { runAva } from "../../run/run-ava.js";

const folder = mkdtempSync(join(tmpdir(), "kiln-ava-"));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = `export default { files: ["dist/**/*.test.js"], workerThreads: false };`;
const ENDS = `import test from "ava"; test("ends", (t) => t.pass());`;
const HANGS = `import test from "ava";
test("ends before", (t) => t.pass());
test("waits for ever", async (t) => {
  setInterval(() => {}, 1000);
  await new Promise(() => {});
  t.pass();
});`;

test("a test that hangs is ended by AVA's limit, is named, and is a failure of its file", async (t) => {
  mkdirSync(join(folder, "dist"));
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "ava.config.js"), CONFIG);
  writeFileSync(join(folder, "dist/ends.test.js"), ENDS);
  writeFileSync(join(folder, "dist/hangs.test.js"), HANGS);
  const lines: string[] = [];
  const { counts, total, failures } = await runAva({
    root: folder,
    files: ["ends.test.js", "hangs.test.js"],
    atOnce: 2,
    silence: "5s",
    env: process.env,
    print: (line) => lines.push(line),
  });
  t.deepEqual(total, { passed: 2, failed: 1, skipped: 0 });
  t.deepEqual(counts.get("dist/hangs.test.js"), { passed: 1, failed: 1, skipped: 0 });
  t.true(lines.includes("  ◌ hangs › waits for ever"), lines.join("\n"));
  t.deepEqual(failures, [
    { file: "dist/hangs.test.js", title: "hangs › waits for ever (it had not ended)", lines: [] },
  ]);
});

const FAILS = `import test from "ava";
test("adds", (t) => {
  t.deepEqual({ sum: 3 }, { sum: 4 });
});
test("divides", () => {
  throw new Error("no number\\nof the second line");
});
test("counts", (t) => t.pass());`;
const THROWS_LATER = `import test from "ava";
test("begins", async (t) => {
  setTimeout(() => { throw new Error("thrown by a timer"); }, 10);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  t.pass();
});`;

test("what failed is given with the first lines of its error, and where it was thrown", async (t) => {
  writeFileSync(join(folder, "dist/fails.test.js"), FAILS);
  writeFileSync(join(folder, "dist/throws.test.js"), THROWS_LATER);
  const { failures } = await runAva({
    root: folder,
    files: ["fails.test.js", "throws.test.js"],
    groups: [],
    atOnce: 2,
    env: process.env,
    print: () => {},
  });
  const of = (file: string, title: string) =>
    failures.find((each) => each.file === file && each.title.startsWith(title))?.lines.join("\n") ?? "";
  const adds = of("dist/fails.test.js", "fails › adds");
  t.regex(adds, /^dist\/fails\.test\.js:3\n/);
  t.regex(adds, /- {3}sum: 3,/);
  t.regex(adds, /\+ {3}sum: 4,/);
  const divides = of("dist/fails.test.js", "fails › divides");
  t.regex(divides, /no number\n+of the second line/);
  t.regex(divides, /dist\/fails\.test\.js:6:/);
  t.regex(of("dist/throws.test.js", "Uncaught exception in"), /Error: thrown by a timer/);
  t.false(failures.some(({ title }) => title.includes("counts")));
});
