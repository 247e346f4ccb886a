import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { runKiln } from "../../helpers/run-kiln.js";

const run = (...args: string[]) => runKiln(args, { NODE_ENV: "test", MOCK_PROVIDER: "1" });

test.serial(
  "kiln plugin new writes a service that passes its own tests and kiln plugin test (rules/operations 13)",
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "kiln-plugin-"));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "shop");
    t.is((await run("plugin", "new", "service", path)).code, 0);
    const tested = await run("plugin", "test", path);
    t.is(tested.code, 0, tested.out + tested.err);
    t.regex(tested.out, /✔ shop\.create answers its example/);
    t.notRegex(tested.out, /links\./);
    const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
    const own = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap"], {
      cwd: path,
      env,
    });
    t.regex(own.stdout, /# pass 3/);
    t.is((await run("plugin", "new", "service", join(folder, "my-shop"))).code, 2);
  },
);

test.serial(
  "kiln plugin new writes a provider that passes kiln plugin test (rules/operations 13)",
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "kiln-plugin-"));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "my-provider");
    t.is((await run("plugin", "new", "provider", path)).code, 0);
    const tested = await run("plugin", "test", path);
    t.is(tested.code, 0, tested.out + tested.err);
    t.regex(tested.out, /[1-9]\d* passed, 0 failed/);
    t.is((await run("plugin", "new", "provider", path)).code, 2);
    t.is((await run("plugin", "new", "gadget", join(folder, "x"))).code, 2);
    t.is((await run("plugin", "test", join(folder, "nothing"))).code, 2);
  },
);
