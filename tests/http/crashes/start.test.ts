import test from "ava";
import { ConfigError } from "../../../runtime/config/load-config.js";
import { signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { until } from "../../helpers/until.js";

/**
 * A process on an embedded data folder, beside which others do not start. The tests follow each other. That a process which does not
 * start prints the sentence alone and exits 1 is seen of one process (a port that is taken); the others are begun in the test's own.
 */
let site: Site;
let first: KilnProcess;
test.before(async () => {
  site = await openSite({ LOG_LEVEL: "info" }, { embedded: true });
  first = await site.start();
});
test.after.always(() => site?.close());

test.serial(
  "a first start prints the base URL and how to create the first account, in records that need no escapes (rules/running 3)",
  async (t) => {
    const hint = await until(async () =>
      first.output.split("\n").find((line) => line.includes("There is no account yet")),
    );
    t.notRegex(hint, /\\/);
    const { msg } = JSON.parse(hint) as { msg: string };
    const { port } = new URL(first.url);
    t.true(msg.includes(`http://localhost:${port}/v1/auth/sign-up`), msg);
  },
);

test.serial("a port that is taken stops the start with one sentence (rules/running 1)", async (t) => {
  const other = await openSite();
  t.teardown(() => other.close());
  const { port } = new URL(first.url);
  const second = other.launch({ PORT: port });
  t.deepEqual(await second.ended, { code: 1, signal: null });
  t.is(second.output, `PORT must be free: another process listens on 127.0.0.1:${port}.\n`);
  await t.throwsAsync(other.startHere({ METRICS_PORT: port }), {
    instanceOf: ConfigError,
    message: `METRICS_PORT must be free: another process listens on 127.0.0.1:${port}.`,
  });
  await t.throwsAsync(other.startHere({ PORT: port, METRICS_PORT: port }), {
    instanceOf: ConfigError,
    message: `METRICS_PORT must be another port than PORT, not "${port}".`,
  });
});

test.serial(
  "a second process on an embedded data folder is refused with one sentence, and the first goes on (rules/running 5)",
  async (t) => {
    await t.throwsAsync(site.startHere(), {
      instanceOf: ConfigError,
      message: `DATA_DIR must be a folder of its own: another process has the embedded database in ${site.folder} open.`,
    });
    await signUp(first.url);

    // The lock belongs to the operating system and goes with the process, however the process ends.
    await first.end();
    const third = await site.start();
    t.notRegex(third.output, /There is no account yet/);
    await signUp(third.url);
    t.is((await third.stop()).code, 0);
  },
);

test.serial(
  "another SECRET_KEY than the database was begun with is refused with one sentence (rules/running 7)",
  async (t) => {
    await t.throwsAsync(site.startHere({ SECRET_KEY: "another-secret-another-secret-another" }), {
      instanceOf: ConfigError,
      message: /^SECRET_KEY must be the same in every process [^\n]*$/,
    });
  },
);

test.serial("KILN_FAULT is refused outside of tests", async (t) => {
  await t.throwsAsync(site.startHere({ NODE_ENV: "production", KILN_FAULT: "generation.settled" }), {
    instanceOf: ConfigError,
    message: "KILN_FAULT is refused unless NODE_ENV=test.",
  });
});
