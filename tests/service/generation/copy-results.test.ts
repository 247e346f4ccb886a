import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { GenerationJob } from "../../../entities/generation-job.js";
import type { ClaimedTask } from "../../../engines/durable-queue/index.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { UnusableAnswer } from "../../../services/generation/check-answer.js";
import { copyResults } from "../../../services/generation/copy-results.js";
import { resultId } from "../../../services/generation/results.js";
import type { Kiln } from "../../../start.js";
import { oddProvider } from "../../helpers/lend-provider.js";
import { type Origin, serveOrigin } from "../../helpers/serve-origin.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let origin: Origin;
let png: Buffer;
test.before(async () => {
  kiln = await startKiln();
  png = await makePng(8, 8, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  origin = await serveOrigin(async (req, res) => {
    if (req.url === "/away") return void res.writeHead(503).end();
    // The bytes come faster than the least rate, and never end.
    res.write(png.subarray(0, 33));
    for (; !res.destroyed; await sleep(20)) res.write(Buffer.alloc(16_384));
  });
});
test.after.always(async () => {
  await kiln?.stop();
  await origin?.stop();
});

const jobOf = () =>
  ({
    id: randomUUID(),
    kind: "image",
    provider: "slow",
    accountId: randomUUID(),
    params: { kind: "image", numImages: 1 },
  }) as unknown as GenerationJob;
const taskWith = (signal: AbortSignal) =>
  ({ signal, isSurelyOurs: () => false, untilStored: (read) => read() }) as ClaimedTask;
const copy = (job: GenerationJob, path: string, signal: AbortSignal, longestMs: number) => {
  const provider = oddProvider("slow", {
    resultOrigins: [origin.url],
    submit: () => Promise.reject(new Error("nothing is ordered here")),
  });
  const task = taskWith(signal);
  const outputs = [{ contentType: "image/png", body: new URL(path, origin.url) }];
  return copyResults(kiln.host, provider, task, { job, outputs, longestMs });
};
const never = new AbortController().signal;

for (const [what, path] of [
  ["comes at the rate that it must and never ends", "/endless"],
  ["is not there and is asked for again and again", "/away"],
] as const)
  test(`a result that ${what} is given up when the time for copying is over, uncharged (rules/models 41)`, async (t) => {
    const job = jobOf();
    const error = await t.throwsAsync(copy(job, path, never, 1500), { instanceOf: UnusableAnswer });
    t.is(error?.message, "The results of the provider slow were not whole within 1.5 seconds.");
    t.is(await kiln.host.storage.stat(resultId(job.id, 0)), null);
    await until(async () => origin.open() === 0);
  });

test("bytes in hand wait for a store that hangs, however late it is (rules/models 41)", async (t) => {
  const job = jobOf();
  let isHung = false;
  const write: typeof kiln.host.storage.write = async (key, body, options) => {
    // The pause is longer than the time for fetching; a write that is aborted in between is lost.
    await sleep(500, undefined, options.signal && { signal: options.signal });
    isHung = true;
    return kiln.host.storage.write(key, body, options);
  };
  const storage = new Proxy(kiln.host.storage, {
    get: (target, name) => {
      const value: unknown = name === "write" ? write : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const provider = oddProvider("slow", {
    submit: () => Promise.reject(new Error("nothing is ordered here")),
  });
  const task = taskWith(never);
  const outputs = [{ contentType: "image/png", body: png }];
  const host = Object.create(kiln.host, { storage: { value: storage } }) as typeof kiln.host;
  const results = await copyResults(host, provider, task, { job, outputs, longestMs: 100 });
  t.true(isHung);
  t.is(results[0]?.sizeBytes, png.length);
  t.is((await kiln.host.storage.stat(resultId(job.id, 0)))?.sizeBytes, png.length);
});

test("a copy whose worker stops is no fault of the provider: another one goes on (rules/models 41)", async (t) => {
  const stop = new AbortController();
  const copying = copy(jobOf(), "/endless", stop.signal, 3600_000);
  await until(async () => origin.open() > 0);
  const reason = new Error("the worker stops");
  stop.abort(reason);
  t.is(await t.throwsAsync(copying), reason);
});
