import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { beside } from "../../../bench/load/beside.js";
import { median, percentile } from "../../../bench/load/percentile.js";
import type { ServerProcess } from "../../../bench/processes/server-process.js";
import { startServer } from "../../../bench/servers/start-server.js";
import { type Person, signUp } from "../../helpers/client.js";
import { processTree } from "../../helpers/process-tree.js";
import { makeDataDir, type SpawnedServer, spawnServer } from "../../helpers/spawn-server.js";

const MB = 2 ** 20;
const GB = 2 ** 30;
const SAMPLE_MS = 50;

let dataDir: string;
let remove: () => Promise<void>;
let kiln: SpawnedServer;
/** Server and origin are processes of their own, so that the measurement does not wait for the sender. */
let origin: ServerProcess;
let ann: Person;
test.before(async () => {
  ({ dataDir, remove } = await makeDataDir());
  kiln = await spawnServer(dataDir, { ALLOW_PRIVATE_NETWORK: "1" });
  origin = await startServer("origin", {});
  ann = await signUp(kiln.url);
});
test.after.always(async () => {
  await kiln?.stop();
  await origin?.stop();
  await remove?.();
});

const imports = (query: string, person = ann) =>
  person.api.post("/v1/uploads/import", { url: `${origin.url}/a?${query}` });

/** Returns the memory of the server and of all that it has started. */
async function resident(): Promise<number> {
  const all = await processTree(kiln.child.pid ?? 0);
  return all.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
}

test.serial(
  "an import of 1 GB succeeds and raises the memory of the server's processes by less than 100 MB (rules/storage 32)",
  async (t) => {
    // A sound has no thumbnail, whose processes come and go.
    const sound = (size: number) => imports(`size=${size}&type=audio/mpeg`);
    await sound(64 * MB);
    const before = await resident();
    let peak = before;
    const sampling = setInterval(
      () => void resident().then((now) => (peak = Math.max(peak, now))),
      SAMPLE_MS,
    );
    const startedAt = Date.now();
    const { status, body } = await sound(GB);
    clearInterval(sampling);
    t.log(
      `before ${Math.round(before / MB)} MB, peak ${Math.round(peak / MB)} MB, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    );
    t.is(status, 200);
    t.is(body.sizeBytes, GB);
    t.true(peak - before < 100 * MB);
    await ann.api.delete(`/v1/storage/${body.storageId}`);
  },
);

test.serial(
  "one byte over 1 GB that nobody declared is payload_too_large, and leaves nothing (rules/storage 24)",
  async (t) => {
    const { status, body } = await imports(`size=${GB + 1}&undeclared=1`);
    t.is(status, 413);
    t.is(body.error.code, "payload_too_large");
    t.deepEqual(await readdir(join(dataDir, "media", "tmp")), []);
  },
);

/** Returns the 99th percentile, in ms, of answers to `GET /v1/account` while the work goes on. */
const p99Beside = async (work: Promise<unknown>): Promise<number> =>
  percentile(await beside(`${kiln.url}/v1/account`, { authorization: `Bearer ${ann.key}` }, work), 0.99);

test.serial(
  "64 imports side by side all succeed, beside an API that answers all the way (rules/storage 29)",
  async (t) => {
    await p99Beside(sleep(2000));
    const ratios: string[] = [];
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const person = await signUp(kiln.url);
      const idle = await p99Beside(sleep(3000));
      const work = Promise.all(Array.from({ length: 64 }, () => imports(`size=${24 * MB}`, person)));
      const importing = await p99Beside(work);
      t.deepEqual(
        (await work).filter(({ status }) => status !== 200),
        [],
      );
      rounds.push(importing / idle);
      ratios.push(`${idle.toFixed(1)} -> ${importing.toFixed(1)} ms`);
      await sleep(3000);
    }
    t.log(
      `p99 of GET /v1/account, idle -> beside 64 imports: ${ratios.join(", ")}; ratio ${median(rounds).toFixed(2)}`,
    );
  },
);
