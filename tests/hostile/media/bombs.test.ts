import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { type Bomb, bombsOfRings, mediaBombs } from "../../helpers/media-bombs/index.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

let hostile: HostileSite;
test.before(async () => {
  // The server, its transfer process and four decoders share most of their code.
  hostile = await HostileSite.open({}, { countsSharedOnce: true });
});
test.after.always(() => hostile?.close());

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
  "bombs of every format hurt nobody else: each is refused by name, or harmless, and costs nothing (rules/running 24 and 25)",
  async (t) => {
    const { url } = hostile.kiln;
    const attackers = [await signUp(url), await signUp(url), await signUp(url)];
    const all = await mediaBombs();
    const bombs = IS_LONG ? all : bombsOfRings(all);
    t.true(bombs.length >= (IS_LONG ? 90 : 30), String(bombs.length));
    const met = await hostile.witness.during(async () => {
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
    assertUnhurt(t, met);
    t.deepEqual((await hostile.site.verifyLedger()).mismatches, []);
  },
);

test.serial(
  "SIGTERM in the middle of them ends the process in time, and everything is exact (rules/running 14)",
  async (t) => {
    const bombs = (await mediaBombs()).filter(({ contentType }) => contentType.startsWith("image/"));
    const attacker = await signUp(hostile.kiln.url);
    for (const bomb of bombs.slice(0, 12)) await drop(attacker, bomb, IMAGE_MODELS);
    await hostile.stop(t);
  },
);
