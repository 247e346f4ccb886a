import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let person: Person;
let env: Record<string, string | undefined>;
test.before(async () => {
  kiln = await startKiln();
  await signUp(kiln.url);
  person = await signUp(kiln.url);
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

test.serial("kiln accounts and credits change a running deployment", async (t) => {
  const list = await run("accounts", "--q", person.email);
  t.is(list.code, 0, list.err);
  t.regex(list.out, new RegExp(`${person.id}.*500`));
  const granted = await run("credits", person.email, "250", "--note", "thanks");
  t.is(granted.code, 0, granted.err);
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 750);
  const suspended = await run("accounts", "update", person.id, "--suspend");
  t.regex(suspended.out, /suspended/);
  const refused = await person.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 1 });
  t.is(refused.body.error.code, "account_suspended");
  await run("accounts", "update", person.id, "--unsuspend", "--generation", "off");
  const image = {
    model: "mock-image",
    params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
  };
  t.is((await person.api.post("/v1/generations", image)).status, 403);
  t.is((await run("accounts", "update", person.id, "--generation", "on")).code, 0);
});

test.serial("kiln models, plugins, services and tasks tell and change what runs", async (t) => {
  t.regex((await run("models")).out, /mock-image /);
  const off = await run("models", "set", "mock-image", "--enabled", "off");
  t.is(off.code, 0, off.err);
  t.regex((await run("models")).out, /mock-image +image +mock +off/);
  t.is((await run("models", "set", "mock-image", "--enabled", "default")).code, 0);
  t.regex((await run("plugins")).out, /mock .*loaded/);
  t.regex((await run("services")).out, /identity/);
  t.regex((await run("tasks")).out, /identity/);
});

test.serial("a change of processes that cannot be reached is refused with the way to make it", async (t) => {
  // The socket of an embedded instance leads into the process itself; a server's processes have none.
  const isReached = env.DATABASE_URL === undefined;
  for (const [args, path] of [
    [["services", "reload", "models"], "/v1/admin/services/models/reload"],
    [["services", "unload", "webhooks"], "/v1/admin/services/webhooks/unload"],
    [["services", "load", "webhooks"], "/v1/admin/services/webhooks/load"],
    [["plugins", "reload", "swap"], "/v1/admin/plugins/swap/reload"],
  ] as const) {
    const { code, err } = await run(...args);
    if (isReached) {
      t.is(code, args[0] === "plugins" ? 2 : 0, err);
      continue;
    }
    t.is(code, 2);
    t.is(
      err.trim(),
      `No running process can be reached from here, so nothing was changed. Ask each process by POST ${path} at its own address, or give all of them a NATS_URL.`,
    );
  }
  t.is((await run("services")).err.includes("No running process"), !isReached);
});

test.serial("mistakes are one sentence and exit code 2", async (t) => {
  for (const [args, message] of [
    [["credits", "nobody@example.com", "5"], /There is no account nobody@example\.com/],
    [["credits", person.email, "many"], /deltaCredits/],
    [["models", "set", "mock-image", "--enabled", "maybe"], /--enabled must be on, off or default/],
    [["models", "set", "nope", "--enabled", "on"], /model/],
    [["plugins", "reload", "nobody"], /nobody/],
    [["services", "reload", "nobody"], /nobody/],
  ] as const) {
    const result = await run(...args);
    t.is(result.code, 2, `${args.join(" ")}: ${result.out}${result.err}`);
    t.regex(result.err, message);
    t.is(result.err.trim().split("\n").length, 1, result.err);
  }
});

test.serial(
  "kiln migrate has nothing left to do beside a deployment that runs on a server, and is refused on a locked folder",
  async (t) => {
    const result = await run("migrate");
    if (kiln.host.config.databaseUrl === null) t.regex(result.err, /another process/);
    else t.regex(result.out, /up to date/);
  },
);

test.serial("a stopped embedded instance takes commands too", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-stopped-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const result = await runKiln(["accounts"], { NODE_ENV: "test", DATA_DIR: folder, DATABASE_URL: undefined });
  t.is(result.code, 0, result.err);
  t.regex(result.out, /0 accounts/);
});

test.serial("kiln plugin new writes a service that passes its own tests and kiln plugin test", async (t) => {
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
});

test.serial("kiln plugin new writes a provider that passes kiln plugin test", async (t) => {
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
});
