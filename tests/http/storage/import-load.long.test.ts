import { readdir, readFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { makeDataDir, type SpawnedServer, spawnServer } from "../../helpers/spawn-server.js";

const MB = 2 ** 20;
const GB = 2 ** 30;
const SAMPLE_MS = 50;

let dataDir: string;
let remove: () => Promise<void>;
let kiln: SpawnedServer;
let origin: Worker;
let originUrl: string;
let ann: Person;
test.before(async () => {
  ({ dataDir, remove } = await makeDataDir());
  kiln = await spawnServer(dataDir, { ALLOW_PRIVATE_NETWORK: "1" });
  origin = new Worker(new URL("../../helpers/zeros-worker.js", import.meta.url));
  [originUrl] = (await once(origin, "message")) as [string];
  ann = await signUp(kiln.url);
});
test.after.always(async () => {
  await kiln?.stop();
  await origin?.terminate();
  await remove?.();
});

const imports = (size: number) =>
  ann.api.post("/v1/uploads/import", { url: `${originUrl}/a.mp4?size=${size}` });

async function rss(): Promise<number> {
  const status = await readFile(`/proc/${kiln.child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

test.serial(
  "spec: an import of 1 GB succeeds and raises the server's memory by less than 100 MB",
  async (t) => {
    t.timeout(600_000);
    await imports(64 * MB);
    const before = await rss();
    let peak = before;
    const sampling = setInterval(() => void rss().then((now) => (peak = Math.max(peak, now))), SAMPLE_MS);
    const startedAt = Date.now();
    const { status, body } = await imports(GB);
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
  "spec: one byte over 1 GB that nobody declared is payload_too_large, and leaves nothing",
  async (t) => {
    t.timeout(600_000);
    const { status, body } = await imports(GB + 1);
    t.is(status, 413);
    t.is(body.error.code, "payload_too_large");
    t.deepEqual(await readdir(join(dataDir, "media", "tmp")), []);
  },
);

/** Milliseconds that so many requests in a row took, the 99th of a hundred. */
async function p99(requests: number): Promise<number> {
  const took: number[] = [];
  for (let each = 0; each < requests; each += 1) {
    const startedAt = performance.now();
    await ann.api.get("/v1/account");
    took.push(performance.now() - startedAt);
  }
  return took.sort((one, other) => one - other)[Math.floor(requests * 0.99)] ?? 0;
}

test.serial("64 imports side by side leave the API answering", async (t) => {
  t.timeout(600_000);
  await p99(200);
  const alone = await p99(400);
  const imported = { isOver: false };
  const work = Promise.all(Array.from({ length: 64 }, () => imports(24 * MB))).then((answers) => {
    imported.isOver = true;
    return answers;
  });
  const beside: number[] = [];
  while (!imported.isOver) beside.push(await p99(100));
  const answers = await work;
  t.true(answers.every(({ status }) => status === 200));
  const middle = beside.sort((one, other) => one - other)[Math.floor(beside.length / 2)] ?? 0;
  t.log(
    `p99 of GET /v1/account: alone ${alone.toFixed(1)} ms, beside ${middle.toFixed(1)} ms (${beside.length} rounds)`,
  );
  t.true(beside.length > 1, "there were answers all the way");
});
