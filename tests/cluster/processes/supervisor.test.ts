import anyTest, { type TestFn } from "ava";
import { OF_ACCOUNTS } from "../../helpers/open-cluster.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { steadyLoad } from "../../helpers/steady-load.js";
import { superviseKiln } from "../../helpers/supervised.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

const COUNT = IS_LONG ? 3 : 2;

type Scene = Awaited<ReturnType<typeof superviseKiln>>;
const test = anyTest as TestFn<Scene>;
let site: Site;
test.before(async (t) => {
  site = await openSite({
    SERVICES: OF_ACCOUNTS,
    PROCESSES: String(COUNT),
    LAME_DUCK_SECONDS: "1",
    DRAIN_SECONDS: "10",
    DATABASE_POOL: "3",
  });
  t.context = await superviseKiln(site, COUNT);
});
test.after.always(() => site?.close());

test.serial(
  "/metrics gives the numbers of all processes whichever is asked, each under its own, and those of the database once (rules/edge 37)",
  async (t) => {
    const { kiln, metrics } = t.context;
    const asked = 60;
    const headers = { connection: "close" };
    for (let n = 0; n < asked; n++) await (await fetch(`${kiln.url}/v1/health`, { headers })).text();
    const sample = /^kiln_http_request_seconds_count\{.*route="\/v1\/health".*\} (\d+)$/gm;
    for (let again = 0; again < 5; again++) {
      const text = await metrics();
      const counts = [...text.matchAll(sample)];
      t.is(
        counts.reduce((sum, [, count]) => sum + Number(count), 0),
        asked,
      );
      for (let number = 1; number <= COUNT; number++)
        t.regex(text, new RegExp(`^process_resident_memory_bytes\\{process="${number}"\\} \\d+$`, "m"));
      t.is(text.match(/^# TYPE kiln_http_request_seconds histogram$/gm)?.length, 1);
      t.notRegex(text, /^kiln_tasks\{.*process=/m);
    }
  },
);

test.serial(
  "PROCESSES: a process that is killed costs no GET that is retried, and another one takes its place (rules/running 17)",
  async (t) => {
    const { kiln, pids, full, read, patience } = t.context;
    const before = await pids();
    t.is(before.length, COUNT);
    const load = steadyLoad(read, { attempts: 3 });
    t.teardown(() => load.end());
    await waitUntil(() => load.answered > 50);
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    const { answered } = load;
    await waitUntil(
      async () => !(await pids()).includes(victim) && (await pids()).length === COUNT,
      patience,
    );
    await full();
    await waitUntil(() => load.answered > answered + 50);
    await load.end();
    t.deepEqual(load.failures, []);
    t.regex(kiln.output, /Process \d ended by SIGKILL; another one starts in 0\.1 s\./);
  },
);

test.serial(
  "SIGHUP replaces every process under load without a failed request, and SIGTERM ends all with exit 0 (rules/running 17)",
  async (t) => {
    const { kiln, pids, read, patience } = t.context;
    const before = await pids();
    const load = steadyLoad(read);
    t.teardown(() => load.end());
    await waitUntil(() => load.answered > 50);
    const said = kiln.output.length;
    kiln.kill("SIGHUP");
    await waitUntil(() => kiln.output.slice(said).includes("The processes are replaced."), patience);
    await load.end();
    t.deepEqual(load.failures, []);
    await waitUntil(async () => !(await pids()).some((pid) => before.includes(pid)));
    const after = await pids();
    t.is(after.length, COUNT);
    t.deepEqual(await kiln.stop(), { code: 0, signal: null });
    for (const pid of after) t.throws(() => process.kill(pid, 0), { code: "ESRCH" });
  },
);
