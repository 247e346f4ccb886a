import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import test from "ava";
import { kit, type PluginExport } from "../../../plugins/kit/kit.js";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import type { ModelProvider } from "../../../plugins/kit/model-provider.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

const folder = join(PACKAGE_ROOT, "examples/plugins/gradient-provider");

test("the example package passes its own tests (rules/models 36)", async (t) => {
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap"], {
    cwd: folder,
    env,
  });
  t.regex(stdout, /# pass 3/);
  t.regex(stdout, /# fail 0/);
});

test("the example package passes the conformance suite (rules/models 36)", async (t) => {
  const { default: exported } = (await import(pathToFileURL(join(folder, "index.mjs")).href)) as {
    default: PluginExport;
  };
  const definition = typeof exported === "function" ? exported(kit) : exported;
  const report = await checkModelProvider(definition.provides.modelProvider as ModelProvider);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
});
