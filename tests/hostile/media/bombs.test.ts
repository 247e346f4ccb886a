import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { allDrops, type Bomb, type Drop, dropsOfRings, mediaBombs } from "../../helpers/media-bombs/index.js";
import { isInRings } from "../../helpers/of-rings.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

let hostile: HostileSite;
let all: Bomb[];
test.before(async () => {
  all = await mediaBombs();
  // The server, its transfer process and four decoders share most of their code.
  hostile = await HostileSite.open({}, { countsSharedOnce: true });
});
test.after.always(() => hostile?.close());

interface Dropped {
  jobs: string[];
  /** Ends when the file was looked at, or a few seconds later. */
  looked: Promise<unknown>;
}

/** Uploads a bomb as an attacker, so that a thumbnail is to be made, and submits jobs on it. */
async function drop(person: Person, { bomb: { contentType, make }, models }: Drop): Promise<Dropped> {
  const storageId = await upload(person.api, contentType, await make());
  // A read wants the thumbnail at once, so that it is made here and not in its task.
  const looked = person.api.get(`/v1/storage/${storageId}`).catch(() => {});
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
  return { jobs, looked };
}

/** Returns how many of the attackers' files have each state of a thumbnail. */
const thumbsOf = async (attackers: readonly Person[]): Promise<Record<string, number>> => {
  const ids = attackers.map(({ id }) => id);
  const rows = await hostile.site.query<{ thumb: string; count: number }>(
    `SELECT thumb, COUNT(*) AS count FROM storage_objects WHERE ownerId IN (${ids.map(() => "?").join()}) GROUP BY thumb`,
    ids,
  );
  return Object.fromEntries(rows.map(({ thumb, count }) => [thumb, Number(count)]));
};

test.serial(
  "bombs of every format hurt nobody else: each is refused by name, or harmless, and costs nothing (rules/running 24 and 25)",
  async (t) => {
    const { url } = hostile.kiln;
    const attackers = [await signUp(url), await signUp(url), await signUp(url)];
    const drops = isInRings() ? dropsOfRings(all) : allDrops(all);
    t.true(drops.length >= (isInRings() ? 60 : 90), String(drops.length));
    const formats = (of: readonly { contentType: string }[]) => new Set(of.map((each) => each.contentType));
    t.deepEqual(formats(drops.map(({ bomb }) => bomb)), formats(all));
    const met = await hostile.witness.during(async () => {
      const dropped = await Promise.all(
        attackers.map(async (person, index) => {
          const own: { bomb: Bomb; person: Person; jobs: string[] }[] = [];
          for (const each of drops.filter((_, at) => at % attackers.length === index)) {
            const { jobs, looked } = await drop(person, each);
            await looked;
            own.push({ bomb: each.bomb, person, jobs });
          }
          return own;
        }),
      );
      // Each picture and film was looked at: it has a thumbnail, or it is known that it has none.
      await waitUntil(async () => (await thumbsOf(attackers)).pending === undefined, { timeoutMs: 300_000 });
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
    const bombs = all.filter(({ contentType }) => contentType.startsWith("image/"));
    const attacker = await signUp(hostile.kiln.url);
    const models = ["local-upscale", "local-canvas"];
    for (const bomb of bombs.slice(0, isInRings() ? 2 : 12)) await drop(attacker, { bomb, models });
    await hostile.stop(t);
  },
);
