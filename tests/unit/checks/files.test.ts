import test from "ava";
import { checkDrawers } from "../../../checks/drawers.js";
import { checkFileLength } from "../../../checks/file-length.js";
import { checkMachinePaths } from "../../../checks/machine-paths.js";
import { checkThinFiles } from "../../../checks/thin-files.js";

const ofLength = (path: string, lines: number) => ({ path, text: "x\n".repeat(lines) });

test("a file above 300 lines warns, above 400 it fails", (t) => {
  const judge = (lines: number) => checkFileLength([ofLength("runtime/a.ts", lines)], new Set())[0];
  t.falsy(judge(300));
  t.true(judge(301)?.isWarning);
  t.true(judge(400)?.isWarning);
  const fault = judge(401);
  t.truthy(fault);
  t.is(fault?.isWarning, undefined);
});

test("migrations and listed tables of data may be long, and a listed table exists", (t) => {
  t.deepEqual(checkFileLength([ofLength("migrations/a.ts", 900)], new Set()), []);
  t.deepEqual(checkFileLength([ofLength("plugins/a.ts", 900)], new Set(["plugins/a.ts"])), []);
  t.is(checkFileLength([], new Set(["plugins/a.ts"])).length, 1);
});

test("no folder is a drawer, but tests/helpers/", (t) => {
  const isDrawer = (path: string) => checkDrawers([{ path, text: "" }]).length > 0;
  for (const name of ["utils", "helpers", "common", "shared", "lib", "misc", "Utils"]) {
    t.true(isDrawer(`services/billing/${name}/a.ts`), name);
  }
  t.true(isDrawer("tests/unit/helpers/a.ts"));
  t.false(isDrawer("tests/helpers/a.ts"));
  t.false(isDrawer("runtime/utils.ts"), "a file is no folder");
});

test("no file names a folder of one machine", (t) => {
  const found = (text: string, path = "a.ts") => checkMachinePaths([{ path, text }]).length;
  for (const folder of ["work", "root", "tmp", "home", "Users"]) {
    t.is(found(`see ${["", folder, "me", "file"].join("/")}`), 1, folder);
  }
  t.is(found("https://kiln.test/tmp/x and ./work/x and $HOME/work/x"), 0);
  t.is(found('"resolved": "https://mirror.test/zod.tgz"', "package-lock.json"), 1);
  t.is(found('"resolved": "https://registry.npmjs.org/zod.tgz"', "package-lock.json"), 0);
});

test("a file of under 30 lines that one file imports, and no test, warns", (t) => {
  const importer = (path: string) => ({ path, text: 'import { a } from "./a.js";\n' });
  const judge = (lines: number, ...importers: string[]) =>
    checkThinFiles([ofLength("runtime/http/a.ts", lines), ...importers.map(importer)]);
  const [warning, ...more] = judge(29, "runtime/http/b.ts");
  t.deepEqual(more, []);
  t.true(warning?.isWarning);
  t.regex(warning?.message ?? "", /^29 lines, and only runtime\/http\/b\.ts imports it$/);
  t.deepEqual(judge(30, "runtime/http/b.ts"), []);
  t.deepEqual(judge(29, "runtime/http/b.ts", "runtime/http/c.ts"), []);
  t.deepEqual(judge(29), [], "what the composition starts by its path");
  const tested = { path: "tests/unit/a.test.ts", text: 'import { a } from "../../runtime/http/a.js";\n' };
  t.deepEqual(checkThinFiles([ofLength("runtime/http/a.ts", 9), importer("runtime/http/b.ts"), tested]), []);
});

test("a thin file of an area warns, unless it is a verb, is found by its name, or would make its reader long", (t) => {
  const judge = (path: string, reader: string, lines = 100) => {
    const importing = `import { a } from "./${path.replace(/^.*\/|\.ts$/g, "")}.js";\n`;
    const text = importing + "x\n".repeat(lines - 1);
    return checkThinFiles([ofLength(path, 29), { path: reader, text }]).length;
  };
  t.is(judge("services/billing/limit.ts", "services/billing/hold.ts"), 1);
  t.is(judge("services/billing/limit.ts", "services/billing/hold.ts", 121), 1);
  t.is(judge("services/billing/limit.ts", "services/billing/hold.ts", 122), 0);
  for (const reader of ["billing.service.ts", "topup.actions.ts", "index.ts"])
    t.is(judge("services/billing/limit.ts", `services/billing/${reader}`), 0, reader);
  for (const name of ["billing.policy.ts", "hold.repository.ts", "present-hold.ts"])
    t.is(judge(`services/billing/${name}`, "services/billing/hold.ts"), 0, name);
  t.is(judge("services/mcp/tools/generate.ts", "services/mcp/tools/all.ts"), 0);
});
