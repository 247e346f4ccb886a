import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { ofRings } from "../../helpers/of-rings.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let person: Person;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());
const run = (...args: string[]) => {
  const { dataDir, databaseUrl, secretKey, pluginsDir } = kiln.host.config;
  return runKiln(args, {
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    PLUGINS_DIR: pluginsDir,
    MOCK_PROVIDER: "1",
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey ?? undefined }),
  });
};

test.serial("mistakes are one sentence and exit code 2 (rules/operations 12)", async (t) => {
  const mistakes = [
    [["credits", "nobody@example.com", "5"], /There is no account nobody@example\.com/],
    [["credits", person.email, "many"], /deltaCredits/],
    [["models", "set", "mock-image", "--enabled", "maybe"], /--enabled must be on, off or default/],
    [["models", "set", "nope", "--enabled", "on"], /model/],
    [["plugins", "reload", "nobody"], /nobody/],
    [["services", "reload", "nobody"], /nobody/],
  ] as const;
  // The rings have a mistake that the command finds, and one that the area finds.
  for (const [args, message] of ofRings<(typeof mistakes)[number]>(mistakes, { each: 4 })) {
    const result = await run(...args);
    t.is(result.code, 2, `${args.join(" ")}: ${result.out}${result.err}`);
    t.regex(result.err, message);
    t.is(result.err.trim().split("\n").length, 1, result.err);
  }
});

test.serial("a stopped embedded instance takes commands too (rules/operations 6)", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-stopped-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const result = await runKiln(["accounts"], { NODE_ENV: "test", DATA_DIR: folder, DATABASE_URL: undefined });
  t.is(result.code, 0, result.err);
  t.regex(result.out, /0 accounts/);
});
