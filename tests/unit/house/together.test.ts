import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { runAva } from "../../run/run-ava.js";
import { formGroups } from "../../run/together/form-groups.js";

const root = mkdtempSync(join(tmpdir(), "kiln-together-"));
test.after.always(() => rmSync(root, { recursive: true, force: true }));
test.before(() => {
  mkdirSync(join(root, "dist"));
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), `{ "type": "module" }`);
  writeFileSync(
    join(root, "ava.config.js"),
    `export default { files: ["dist/**/*.test.js"], workerThreads: false };`,
  );
});

/** Runs sources as one group, in their order. */
async function together(sources: Record<string, string>) {
  const files = Object.keys(sources).map((name) => `${name}.test.js`);
  for (const [name, source] of Object.entries(sources))
    writeFileSync(join(root, `dist/${name}.test.js`), `import test from "ava";\n${source}`);
  const { KILN_FILE_TIMES: _, ...env } = process.env;
  const printed: string[] = [];
  const { counts, notRun } = await runAva({
    root,
    files: [],
    groups: [files],
    silence: "20s",
    env,
    print: (line) => printed.push(line),
  });
  const count = (name: string) => counts.get(`dist/${name}.test.js`) ?? counts.get(name);
  return { count, notRun, printed: printed.join("\n") };
}

/** Each hook and test records its name twice, with a turn between. */
const SAYS = `
globalThis.said ??= [];
const say = (word) => async (t) => {
  said.push(word);
  await new Promise((resolve) => setTimeout(resolve, 20));
  said.push(word + ".");
  t?.pass?.();
};`;

test.serial("files of a group follow each other in one process, with the order that AVA has", async (t) => {
  const { count, printed } = await together({
    first: `${SAYS}
test.before((t) => { t.context = { n: 1 }; return say("before")(); });
test.after.always((t) => say("after " + t.context.n)());
test.beforeEach(() => { said.push("{"); });
test.afterEach.always(() => { said.push("}"); });
test("beside", (t) => { t.context.n += 5; return say("beside")(t); });
test.serial("one", (t) => { t.teardown(say("tear-down")); t.is(t.context.n, 1); return say("one")(t); });
test.serial("two", say("two"));`,
    second: `test("finds what the first left behind when it had ended", (t) => {
  t.deepEqual(said, ["before", "before.", "{", "one", "one.", "tear-down", "tear-down.", "}", "{", "two", "two.", "}",
    "{", "beside", "beside.", "}", "after 1", "after 1."]);
});`,
  });
  t.deepEqual(
    [count("first"), count("second")],
    [
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 1, failed: 0, skipped: 0 },
    ],
    printed,
  );
  t.deepEqual(readdirSync(join(root, "dist/groups")), []);
});

test.serial("what fails fails its own file: a test, a hook, the loading, a file without tests", async (t) => {
  const passes = `test("passes", (t) => t.pass());`;
  const { count, notRun, printed } = await together({
    fails: `${passes} test("fails", (t) => t.is(1, 2));`,
    before: `${passes} test.before(() => { throw new Error("no"); });`,
    after: `${passes} test.after.always(() => { throw new Error("no"); });`,
    each: `${passes} test.afterEach.always(() => { throw new Error("no"); });`,
    loads: `${passes} throw new Error("no");`,
    empty: ``,
    unknown: `test.macro((t) => t.pass());`,
    passes,
  });
  const of = (passed: number, failed: number) => ({ passed, failed, skipped: 0 });
  t.deepEqual(count("fails"), of(1, 1), printed);
  t.deepEqual(count("before"), of(0, 1));
  t.deepEqual(count("after"), of(1, 1));
  t.deepEqual(count("each"), of(0, 1));
  t.deepEqual(count("loads"), of(0, 1));
  t.deepEqual(count("empty"), of(0, 1));
  t.deepEqual(count("unknown"), of(0, 1));
  t.deepEqual(count("passes"), of(1, 0));
  t.deepEqual(notRun, []);
});

test.serial("a file that ends the process is named, and those behind it have not run", async (t) => {
  const { count, notRun, printed } = await together({
    ended: `test("passes", (t) => t.pass());`,
    exits: `test("exits", () => { setTimeout(() => { throw new Error("out of nowhere"); }); return new Promise(() => {}); });`,
    behind: `test("passes", (t) => t.pass());`,
  });
  t.is(count("ended")?.failed, 0, printed);
  t.true((count("exits")?.failed ?? 0) > 0);
  t.true((count("behind")?.failed ?? 0) > 0);
  t.deepEqual(notRun, ["dist/behind.test.js"]);
});

test.serial("a file that kills processes waits for its turn behind the first of a group", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-turns-"));
  const { KILN_TURNS } = process.env;
  process.env.KILN_TURNS = folder;
  t.teardown(() => {
    if (KILN_TURNS === undefined) delete process.env.KILN_TURNS;
    else process.env.KILN_TURNS = KILN_TURNS;
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(root, "dist/http/crashes"), { recursive: true });
  const { count, printed } = await together({
    holds: `import { mkdirSync, rmdirSync } from "node:fs";
const lock = process.env.KILN_TURNS + "/lock";
test("holds the turn for a while", (t) => {
  mkdirSync(lock);
  globalThis.isOver = false;
  setTimeout(() => { globalThis.isOver = true; rmdirSync(lock); }, 300);
  t.pass();
});`,
    "http/crashes/waits": `test("begins when it is over", (t) => t.true(globalThis.isOver));`,
  });
  t.deepEqual(
    [count("holds"), count("http/crashes/waits")],
    [
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 1, failed: 0, skipped: 0 },
    ],
    printed,
  );
});

test("files are dealt to as many groups as run side by side, or more, and each file once", (t) => {
  const files = Array.from({ length: 23 }, (_, n) => `tests/unit/a/${n}.test.js`);
  const { alone, groups } = formGroups(files, { most: 10, atOnce: 2 });
  t.deepEqual(alone, []);
  t.deepEqual(
    groups.map(({ length }) => length).toSorted((a, b) => a - b),
    [7, 8, 8],
  );
  t.deepEqual(groups.flat().toSorted(), files.toSorted());
  t.deepEqual(formGroups(files, { most: 1, atOnce: 2 }).alone.toSorted(), files.toSorted());
});
