import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/package-root.js";
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
  const { counts, total } = await runAva({
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
});
