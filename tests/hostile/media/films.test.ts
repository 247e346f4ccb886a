import test from "ava";
import { ENGINE, hasEngine } from "../../../plugins/providers/local/transcribe/engine.js";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { type FilmBomb, filmBombs, secretFile } from "../../helpers/media-bombs/film-bombs.js";
import { waitForTranscription } from "../../helpers/transcribe.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Films and sounds that an attacker made to do harm are inputs of every local model that takes one.

let hostile: HostileSite;
test.before(async () => {
  const job = {
    model: "local-sfx",
    params: { kind: "audio", prompt: "rain", durationSeconds: 0.5 },
  };
  // Without the mock, recordings go to the local transcriber.
  hostile = await HostileSite.open({ MOCK_PROVIDER: "0" }, { job, countsSharedOnce: true });
});
test.after.always(() => hostile?.close());

interface Dropped {
  bomb: FilmBomb;
  /** Name of the reader that got the bomb. */
  to: string;
  id: string;
}

/** Readers of bombs. `own` is the model for the claimed type: `local-upscale-video` for a film, `local-cleanup` for a sound. */
const READERS = ["own", "picture", "transcriber"] as const;
type Reader = (typeof READERS)[number];

/** Bomb with the readers that get it. */
type Given = [bomb: FilmBomb, readers: readonly Reader[]];

/**
 * Returns the bombs of the rings: the first bomb of each class goes to the model of its claimed type, and the last one to the
 * transcriber or to a model that takes pictures, in turn. All of them have the same guards, which meet every bomb in
 * unit/providers-local/recordings.
 */
function ofRings(all: readonly FilmBomb[]): Given[] {
  const classes = [...Map.groupBy(all, ({ sort }) => sort).values()];
  const firsts = classes.flatMap(([first]): Given[] => (first === undefined ? [] : [[first, ["own"]]]));
  const lasts = classes.flatMap((bombs) => (bombs.length > 1 ? bombs.slice(-1) : []));
  return [...firsts, ...lasts.map((bomb, at): Given => [bomb, [at % 2 === 0 ? "transcriber" : "picture"]])];
}

/** Uploads the bomb and gives it to its readers. */
async function drop({ api }: Person, [bomb, readers]: Given, canTranscribe: boolean): Promise<Dropped[]> {
  // Each upload costs a look at the file as well.
  const given = async (contentType: string, to: readonly Reader[]): Promise<string> =>
    readers.some((reader) => to.includes(reader)) ? upload(api, contentType, bomb.bytes) : "";
  const own = await given(bomb.contentType, ["own", "transcriber"]);
  const picture = await given("image/png", ["picture"]);
  const [durationSeconds, prompt] = [5, "hills"];
  const orders = {
    own: bomb.contentType.startsWith("video/")
      ? { model: "local-upscale-video", params: { kind: "upscale", sourceStorageId: own, durationSeconds } }
      : { model: "local-cleanup", params: { kind: "audio", sourceStorageId: own, durationSeconds } },
    picture: {
      model: "local-motion",
      params: { kind: "video", prompt, duration: 2, aspectRatio: "16:9", startFrameStorageId: picture },
    },
  };
  const dropped: Dropped[] = [];
  for (const reader of readers) {
    if (reader === "transcriber") continue;
    const order = orders[reader];
    const { status, body } = await api.post("/v1/generations", order);
    if (status !== 200) throw new Error(`${bomb.name}: ${JSON.stringify(body)}`);
    dropped.push({ bomb, to: order.model, id: body.job.id });
  }
  if (!readers.includes("transcriber")) return dropped;
  const { status, body } = await api.post("/v1/transcriptions", { storageId: own, durationSeconds });
  if (status !== (canTranscribe ? 200 : 503)) throw new Error(`${bomb.name}: ${JSON.stringify(body)}`);
  if (canTranscribe) dropped.push({ bomb, to: "local-transcribe", id: body.job.id });
  return dropped;
}

test.serial(
  "hostile films, sounds and playlists are refused by name and free, and stop nobody else's work (rules/running 24 and 25)",
  async (t) => {
    const canTranscribe = await hasEngine();
    if (!canTranscribe) t.log(`${ENGINE} is not installed: transcriptions are refused instead`);
    const attacker = await signUp(hostile.kiln.url);
    const before = (await attacker.api.get("/v1/account")).body.remainingCredits;
    let heard = 0;
    const all = await filmBombs(await secretFile());
    const bombs = IS_LONG ? all.map((bomb): Given => [bomb, READERS]) : ofRings(all);
    const met = await hostile.witness.during(async () => {
      const dropped = (await Promise.all(bombs.map((given) => drop(attacker, given, canTranscribe)))).flat();
      t.deepEqual([...new Set(dropped.map(({ to }) => to))].toSorted(), [
        "local-cleanup",
        "local-motion",
        ...(canTranscribe ? ["local-transcribe"] : []),
        "local-upscale-video",
      ]);
      for (const { bomb, to, id } of dropped) {
        const about = `${bomb.name} to ${to}`;
        const job =
          to === "local-transcribe"
            ? await waitForTranscription(attacker.api, id)
            : await waitForJob(attacker.api, id, undefined, 300_000);
        // A file that lies about its pictures only may have a valid sound.
        if (to === "local-transcribe" && job.status === "succeeded") {
          heard += job.costCredits;
          continue;
        }
        t.is(job.status, "failed", about);
        t.is(job.costCredits, 0, about);
        t.regex(
          job.errorMessage,
          /^(?:sourceStorageId|startFrameStorageId|storageId) cannot be decoded: \S/u,
          about,
        );
        t.notRegex(job.errorMessage, /\/tmp|secret|127\.0\.0\.1/u, about);
        if (to !== "local-transcribe") t.is(job.error.code, "invalid_params", about);
      }
    });
    assertUnhurt(t, met);
    t.is((await attacker.api.get("/v1/account")).body.remainingCredits, before - heard);
    // The witness may have a job under way.
    const holds = "SELECT id FROM holds WHERE accountId = ?";
    t.deepEqual(await hostile.site.query(holds, [attacker.id]), []);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
