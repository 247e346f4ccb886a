import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { ofRings } from "../../helpers/of-rings.js";
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

test.serial("kiln accounts and credits change a running deployment (rules/operations 6)", async (t) => {
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

test.serial(
  "a change of processes that cannot be reached is refused with the way to make it (rules/operations 6)",
  async (t) => {
    // The socket of an embedded instance leads into the process itself; a server's processes have none.
    const isReached = env.DATABASE_URL === undefined;
    const changes: readonly (readonly [string[], string])[] = [
      [["services", "reload", "models"], "/v1/admin/services/models/reload"],
      [["services", "unload", "webhooks"], "/v1/admin/services/webhooks/unload"],
      [["services", "load", "webhooks"], "/v1/admin/services/webhooks/load"],
      [["plugins", "reload", "swap"], "/v1/admin/plugins/swap/reload"],
    ];
    // The rings have one of an area and one of a plugin.
    const isLast = ([args]: (typeof changes)[number]) => args[0] === "plugins";
    for (const [args, path] of ofRings(changes, { each: changes.length, always: isLast })) {
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
  },
);

test.serial(
  "kiln migrate has nothing left to do beside a deployment that runs on a server, and is refused on a locked folder (rules/operations 9)",
  async (t) => {
    const result = await run("migrate");
    if (kiln.host.config.databaseUrl === null) t.regex(result.err, /another process/);
    else t.regex(result.out, /up to date/);
  },
);
