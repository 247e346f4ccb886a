import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import { checkService } from "../../../plugins/kit/conformance/service.js";
import { kit, type PluginExport } from "../../../plugins/kit/kit.js";
import type { Service } from "../../../plugins/kit/service.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

const folder = join(PACKAGE_ROOT, "examples/plugins/links");

test("the example of a service passes its own tests", async (t) => {
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--test", "--test-reporter=tap"], { cwd: folder, env });
  t.regex(stdout, /# pass 3/);
  t.regex(stdout, /# fail 0/);
});

test("the example of a service passes the conformance suite (rules/models 36; rules/running 34)", async (t) => {
  const { default: exported } = (await import(pathToFileURL(join(folder, "index.mjs")).href)) as {
    default: PluginExport;
  };
  const definition = typeof exported === "function" ? exported(kit) : exported;
  const report = await checkService(definition.provides.service as Service);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
  t.true(
    report.some(({ name }) => name === "links.create gives the same again for the same Idempotency-Key"),
  );
});
