import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { probe } from "../../../plugins/kit/ffmpeg/probe.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

// After `npm ci && npm start` Kiln makes each kind of media without any package of the system.

let site: Site;
let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kiln-empty-path-"));
  site = await openSite({ PATH: folder });
});
test.after.always(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a process that finds no program at all makes a video, and takes the noise out of a voice", async (t) => {
  const kiln = await site.start();
  const { api } = await signUp(kiln.url);
  const voice = await upload(api, "audio/wav", makeWav(1, 220));
  const [film, cleaned] = await Promise.all(
    [
      {
        model: "local-motion",
        params: { kind: "video", prompt: "a calm sea", duration: 2, resolution: "480p", aspectRatio: "1:1" },
      },
      {
        model: "local-cleanup",
        params: { kind: "audio", sourceStorageId: voice, durationSeconds: 1 },
      },
    ].map(async (order) => {
      const { status, body } = await api.post("/v1/generations", order);
      t.is(status, 200, JSON.stringify(body));
      const job = await waitForJob(api, body.job.id, undefined, 200_000);
      t.like(job, { status: "succeeded", costCredits: body.estimatedCredits }, `${job.errorMessage}`);
      const path = join(site.folder, body.job.id);
      await writeFile(path, await (await fetch(job.resultUrls[0])).bytes());
      return probe(path, new AbortController().signal);
    }),
  );
  t.like(film?.picture, { codec: "h264", width: 480, height: 480 });
  t.is(film?.sound?.codec, "aac");
  t.true(Math.abs((film?.seconds ?? 0) - 2) < 0.2, String(film?.seconds));
  t.deepEqual(cleaned?.sound, { codec: "pcm_s16le", channels: 1, rate: 48_000 });
  t.is(cleaned?.seconds, 1);
  t.is((await kiln.stop()).code, 0);
});
