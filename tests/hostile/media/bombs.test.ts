import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { type Bomb, bombsOfRings, mediaBombs } from "../../helpers/media-bombs/index.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { START_MEMORY } from "../../helpers/start-memory.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { stopInTime } from "../../helpers/stop-in-time.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { watchOthers } from "../../helpers/watch-others.js";

/** Most memory in bytes of the server, its transfer process and four decoders together. */
const MAX_BYTES = 600 * 2 ** 20;
const DRAIN_SECONDS = 5;

let site: Site;
let kiln: KilnProcess;
let operator: Person;
test.before(async () => {
  site = await openSite({
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    SIGNUP_CREDITS: "100000",
    // The one second that other sites have expires on a machine that is short of processors.
    TASK_LEASE_SECONDS: "30",
    ...START_MEMORY,
  });
  kiln = await site.start();
  operator = await signUp(kiln.url);
});
test.after.always(() => site?.close());

/** Uploads a bomb as an attacker, so that a thumbnail is to be made, and submits jobs on it. */
async function drop(
  person: Person,
  { contentType, make }: Bomb,
  models: readonly string[],
): Promise<string[]> {
  const storageId = await upload(person.api, contentType, await make());
  // A read wants the thumbnail at once, so that it is made here and not in its task.
  void person.api.get(`/v1/storage/${storageId}`).catch(() => {});
  const jobs: string[] = [];
  for (const model of models) {
    const params = model.includes("upscale")
      ? { kind: "upscale", sourceStorageId: storageId, durationSeconds: 1 }
      : {
          kind: "image",
          prompt: "hills",
          aspectRatio: "1:1",
          numImages: 1,
          referenceStorageIds: [storageId],
        };
    const made = await person.api.post("/v1/generations", { model, params });
    if (made.status !== 200) throw new Error(`${model}: ${JSON.stringify(made.body)}`);
    jobs.push(made.body.job.id);
  }
  return jobs;
}

const IMAGE_MODELS = ["local-upscale", "local-canvas"];

test.serial(
  "bombs of every format hurt nobody else: each is refused by name, or harmless, and costs nothing (rules/running 25)",
  async (t) => {
    const attackers = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
    const all = await mediaBombs();
    const bombs = IS_LONG ? all : bombsOfRings(all);
    t.true(bombs.length >= (IS_LONG ? 90 : 30), String(bombs.length));
    const met = await watchOthers({ pid: kiln.pid, person: await signUp(kiln.url) }, async () => {
      const dropped = await Promise.all(
        attackers.map(async (person, index) => {
          const own: { bomb: Bomb; person: Person; jobs: string[] }[] = [];
          for (const bomb of bombs.filter((_, at) => at % attackers.length === index)) {
            const isImage = bomb.contentType.startsWith("image/");
            const models = isImage ? [IMAGE_MODELS[own.length % IMAGE_MODELS.length]] : [];
            own.push({ bomb, person, jobs: await drop(person, bomb, models) });
          }
          return own;
        }),
      );
      for (const { bomb, person, jobs } of dropped.flat()) {
        for (const id of jobs) {
          const job = await waitForJob(person.api, id, undefined, 300_000).catch((error: Error) => {
            throw new Error(`${bomb.name}: ${error.message}`);
          });
          if (job.status === "succeeded") continue;
          t.is(job.status, "failed", bomb.name);
          t.is(job.error.code, "invalid_params", `${bomb.name}: ${job.errorMessage}`);
          t.regex(
            job.errorMessage,
            /^(?:sourceStorageId|referenceStorageIds: [0-9a-f-]{36}) cannot be decoded: \S/u,
            bomb.name,
          );
          t.is(job.costCredits, 0, bomb.name);
        }
      }
    });
    t.log(`answered ${JSON.stringify(met.answered)}, p99 in ms ${JSON.stringify(met.p99)}`);
    t.log(`${Math.round(met.peakBytes / 2 ** 20)} MB at most:`, ...met.peak);
    t.deepEqual(met.failures, []);
    t.true(met.peakBytes < MAX_BYTES, met.peak.join("\n"));
    t.deepEqual((await site.verifyLedger()).mismatches, []);
  },
);

test.serial(
  "SIGTERM in the middle of them ends the process in time, and nothing is charged (rules/running 14)",
  async (t) => {
    const bombs = (await mediaBombs()).filter(({ contentType }) => contentType.startsWith("image/"));
    for (const bomb of bombs.slice(0, 12)) await drop(operator, bomb, IMAGE_MODELS);
    const ended = await stopInTime(kiln, DRAIN_SECONDS);
    t.is(ended?.code, 0);
    t.deepEqual((await site.verifyLedger()).mismatches, []);
  },
);
