import { createServer, type AddressInfo } from "node:net";
import test from "ava";
import { openSite } from "../../helpers/open-site.js";
import { processTree } from "../../helpers/process-tree.js";
import { waitUntil } from "../../helpers/wait-until.js";

const PROCESSES = { PROCESSES: "2", LAME_DUCK_SECONDS: "0", DATABASE_POOL: "3" };

test("PROCESSES on a port that somebody else has: one sentence that names it, exit 1, and no process is left (rules/running 17)", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  t.teardown(() => other.close());
  const { port } = other.address() as AddressInfo;
  const site = await openSite(PROCESSES);
  t.teardown(() => site.close());
  const kiln = site.launch({ PORT: String(port), HOST: "127.0.0.1" });
  t.deepEqual(await kiln.ended, { code: 1, signal: null });
  const said = `PORT must be free: another process listens on 127.0.0.1:${port}.`;
  t.is(kiln.output.split(said).length, 2, kiln.output);
  t.deepEqual(await processTree(kiln.pid), []);
});

test("SIGHUP during the start waits for its end: the first process is not sent away while others begin (rules/running 17)", async (t) => {
  const site = await openSite(PROCESSES);
  t.teardown(() => site.close());
  const kiln = site.launch();
  const patience = { what: () => kiln.output, timeoutMs: 200_000 };
  // The first process is being started, so the supervisor handles signals.
  await waitUntil(async () => (await processTree(kiln.pid)).length > 1, patience);
  kiln.kill("SIGHUP");
  await waitUntil(() => kiln.output.includes("The processes are replaced, one after"), patience);
  t.regex(kiln.output, /2 processes share the port\.[^]*The processes are replaced, one after/);
  t.is((await fetch(`${(await kiln.ready()).url}/readyz`)).status, 200);
  t.deepEqual(await kiln.stop(), { code: 0, signal: null });
});
