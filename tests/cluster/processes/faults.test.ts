import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { IS_LONG } from "../../helpers/is-long.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { steadyLoad } from "../../helpers/steady-load.js";
import { superviseKiln } from "../../helpers/supervised.js";
import { waitUntil } from "../../helpers/wait-until.js";

const COUNT = 2;
/** Seconds of the pauses before a process is started again that died soon after each start. */
const PAUSES = IS_LONG ? ["0.1", "0.2", "0.4"] : ["0.1", "0.2"];
const REPLACED = "The processes are replaced.";
const GIVEN_UP = "A new process did not come to serve: the others stay as they are.";

type Scene = Awaited<ReturnType<typeof superviseKiln>>;
const test = anyTest as TestFn<Scene>;
let site: Site;
test.before(async (t) => {
  site = await openSite({
    PROCESSES: String(COUNT),
    LAME_DUCK_SECONDS: "1",
    DRAIN_SECONDS: "5",
    DATABASE_POOL: "3",
  });
  await writeFile(join(site.pluginsDir, "deadly.mjs"), deadly());
  t.context = await superviseKiln(site, COUNT);
});
test.after.always(() => site?.close());

/** While this file exists, a process with index 1 dies at its start. */
const flag = () => join(site.folder, "deadly");

const deadly = () => `
import { existsSync } from "node:fs";
if (process.env.KILN_PROCESS === "1" && existsSync(${JSON.stringify(flag())})) process.exit(7);
export default (kit) => kit.definePlugin({ name: "deadly", version: "1.0.0", provides: {} });
`;

test.serial(
  "SIGHUP replaces a frozen process like the others, and costs no GET that is retried (rules/running 17)",
  async (t) => {
    const { kiln, pids, pidsOf, readAnew, full, says, patience } = t.context;
    const before = await pids();
    const [frozen = 0] = await pidsOf(1);
    const load = steadyLoad(readAnew, { attempts: 3 });
    t.teardown(() => load.end());
    await waitUntil(() => load.answered > 50, patience);
    process.kill(frozen, "SIGSTOP");
    const replaced = says(REPLACED);
    kiln.kill("SIGHUP");
    await replaced();
    await waitUntil(async () => !(await pids()).some((pid) => before.includes(pid)), patience);
    const { answered } = load;
    await waitUntil(() => load.answered > answered + 50, patience);
    await load.end();
    t.deepEqual(load.failures, []);
    t.is((await pids()).length, COUNT);
    await full();
  },
);

test.serial(
  "a process that dies soon after each start is started again after longer and longer, and SIGHUP gives its place to another one",
  async (t) => {
    const { kiln, pids, pidsOf, readAnew, full, says, patience } = t.context;
    const load = steadyLoad(readAnew, { attempts: 3 });
    t.teardown(() => load.end());
    for (const pause of PAUSES) {
      const said = says(`Process 2 ended by SIGKILL; another one starts in ${pause} s.`);
      const [victim = 0] = await pidsOf(2);
      process.kill(victim, "SIGKILL");
      await said();
      await waitUntil(async () => (await pidsOf(2)).some((pid) => pid !== victim), patience);
      await full();
    }
    const replaced = says(REPLACED);
    kiln.kill("SIGHUP");
    await replaced();
    await load.end();
    t.deepEqual(load.failures, []);
    await waitUntil(async () => (await pids()).length === COUNT, patience);
    await full();
  },
);

test.serial(
  "a process that dies of every start keeps no other one from serving; a reload stops at it, and the next one goes on when the cause is gone",
  async (t) => {
    const { kiln, pids, pidsOf, readAnew, full, says, patience } = t.context;
    const load = steadyLoad(readAnew, { attempts: 3 });
    t.teardown(() => load.end());
    await waitUntil(() => load.answered > 50, patience);
    await writeFile(flag(), "");
    const dies = says("Process 1 ended by code 7; another one starts in 0.4 s.");
    const [victim = 0] = await pidsOf(1);
    process.kill(victim, "SIGKILL");
    await dies();
    const second = await pidsOf(2);
    const givenUp = says(GIVEN_UP);
    kiln.kill("SIGHUP");
    await givenUp();
    t.deepEqual(await pidsOf(2), second);
    await rm(flag());
    const replaced = says(REPLACED);
    kiln.kill("SIGHUP");
    await replaced();
    await waitUntil(async () => (await pids()).length === COUNT, patience);
    await load.end();
    t.deepEqual(load.failures, []);
    await full();
  },
);

test.serial("SIGTERM in the middle of a reload ends all processes, with exit 0", async (t) => {
  const { kiln, pids, patience } = t.context;
  const before = await pids();
  kiln.kill("SIGHUP");
  await waitUntil(async () => (await pids()).some((pid) => !before.includes(pid)), patience);
  const all = await pids();
  t.deepEqual(await kiln.stop(), { code: 0, signal: null });
  for (const pid of all) t.throws(() => process.kill(pid, 0), { code: "ESRCH" });
});
