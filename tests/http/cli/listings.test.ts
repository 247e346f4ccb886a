import test from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let env: Record<string, string | undefined>;
test.before(async () => {
  kiln = await startKiln();
  await signUp(kiln.url);
  const { dataDir, databaseUrl, secretKey, pluginsDir } = kiln.host.config;
  env = {
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PLUGINS_DIR: pluginsDir,
    MOCK_PROVIDER: "1",
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey ?? undefined }),
  };
});
test.after.always(() => kiln?.stop());
const run = (...args: string[]) => runKiln(args, env);

test("kiln models, plugins, services and tasks tell and change what runs (rules/operations 6)", async (t) => {
  t.regex((await run("models")).out, /mock-image /);
  const off = await run("models", "set", "mock-image", "--enabled", "off");
  t.is(off.code, 0, off.err);
  t.regex((await run("models")).out, /mock-image +image +mock +off/);
  t.is((await run("models", "set", "mock-image", "--enabled", "default")).code, 0);
  t.regex((await run("plugins")).out, /mock .*loaded/);
  t.regex((await run("services")).out, /identity/);
  t.regex((await run("tasks")).out, /identity/);
});
