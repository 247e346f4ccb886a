import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openSite } from "../../helpers/open-site.js";
import { until } from "../../helpers/until.js";

test("a second process on an embedded data folder is refused with one sentence, and the first goes on (rules/running 5)", async (t) => {
  const site = await openSite({}, { embedded: true });
  t.teardown(() => site.close());
  const first = await site.start();
  const second = site.launch();
  t.deepEqual(await second.ended, { code: 1, signal: null });
  t.is(
    second.output,
    `DATA_DIR must be a folder of its own: another process has the embedded database in ${site.folder} open.\n`,
  );
  await signUp(first.url);

  // The lock belongs to the operating system and goes with the process, however the process ends.
  await first.end();
  const third = await site.start();
  await signUp(third.url);
  t.is((await third.stop()).code, 0);
});

test("KILN_FAULT is refused outside of tests", async (t) => {
  const site = await openSite({}, { embedded: true });
  t.teardown(() => site.close());
  const kiln = site.launch({ NODE_ENV: "production", KILN_FAULT: "generation.settled" });
  t.deepEqual(await kiln.ended, { code: 1, signal: null });
  t.is(kiln.output, "KILN_FAULT is refused unless NODE_ENV=test.\n");
});

test("another SECRET_KEY than the database was begun with is refused with one sentence (rules/running 7)", async (t) => {
  const site = await openSite();
  t.teardown(() => site.close());
  await (await site.start()).stop();
  const other = site.launch({ SECRET_KEY: "another-secret-another-secret-another" });
  t.deepEqual(await other.ended, { code: 1, signal: null });
  t.regex(other.output, /^SECRET_KEY must be the same in every process [^\n]*\n$/);
});

test("a port that is taken stops the start with one sentence (rules/running 1)", async (t) => {
  const site = await openSite();
  t.teardown(() => site.close());
  const first = await site.start();
  const other = await openSite();
  t.teardown(() => other.close());
  const { port } = new URL(first.url);
  const second = other.launch({ PORT: port });
  t.deepEqual(await second.ended, { code: 1, signal: null });
  t.is(second.output, `PORT must be free: another process listens on 127.0.0.1:${port}.\n`);
  const third = other.launch({ METRICS_PORT: port });
  t.deepEqual(await third.ended, { code: 1, signal: null });
  t.is(third.output, `METRICS_PORT must be free: another process listens on 127.0.0.1:${port}.\n`);
  const fourth = other.launch({ PORT: port, METRICS_PORT: port });
  t.deepEqual(await fourth.ended, { code: 1, signal: null });
  t.is(fourth.output, `METRICS_PORT must be another port than PORT, not "${port}".\n`);
});

test("a first start prints the base URL and how to create the first account, in records that need no escapes (rules/running 3)", async (t) => {
  const site = await openSite({ LOG_LEVEL: "info" });
  t.teardown(() => site.close());
  const kiln = await site.start();
  const hint = await until(async () =>
    kiln.output.split("\n").find((line) => line.includes("There is no account yet")),
  );
  t.notRegex(hint, /\\/);
  const { msg } = JSON.parse(hint) as { msg: string };
  const { port } = new URL(kiln.url);
  t.true(msg.includes(`http://localhost:${port}/v1/auth/sign-up`), msg);
  await signUp(kiln.url);
  await kiln.stop();
  const again = await site.start();
  t.notRegex(again.output, /There is no account yet/);
});
