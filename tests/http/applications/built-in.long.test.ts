import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import sharp from "sharp";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/** The deployment has no key of a vendor. Its Applications are those that every new user finds. */
let kiln: Kiln;
let ann: Person;
let applications: Listed[];
const media = { image: "", other: "", video: "", audio: "" };

interface Listed {
  id: string;
  kind: string;
  inputKind: string;
  minImages: number;
  acceptsText: boolean;
  prompt?: string;
  thumb?: string;
  presets: { id: string; thumb?: string }[];
}

test.before(async () => {
  kiln = await startKiln({ MOCK_PROVIDER: "0" });
  ann = await signUp(kiln.url);
  applications = (await ann.api.get("/v1/applications")).body.applications;
  const photo = await readFile(join(PACKAGE_ROOT, "examples/photo.jpg"));
  media.image = await upload(ann.api, "image/jpeg", await sharp(photo).resize(64).jpeg().toBuffer());
  media.other = await upload(ann.api, "image/png", await sharp(photo).resize(48).negate().png().toBuffer());
  const colours = [
    [90, 90, 200],
    [120, 90, 200],
  ] as const;
  const film = makeMp4({ width: 32, height: 32, seconds: 1, sound: true, colours });
  media.video = await upload(ann.api, "video/mp4", film);
  media.audio = await upload(ann.api, "audio/wav", makeWav(1, 440));
});
test.after.always(() => kiln?.stop());

/** Returns the least input that an Application takes. */
function least({ inputKind, minImages, acceptsText, prompt }: Listed): object {
  const { image, other, video, audio } = media;
  return {
    ...(minImages > 0 && { imageStorageIds: [image, other].slice(0, minImages) }),
    ...(inputKind === "video" && { videoStorageId: video, durationSeconds: 1 }),
    ...(inputKind === "audio" && { audioStorageId: audio, durationSeconds: 1 }),
    ...(acceptsText && prompt === undefined && { text: "A red fox." }),
  };
}

test("each built-in Application gives a real result of its kind on the local models, settled at its estimate (rules/applications 2 and 8)", async (t) => {
  t.is(applications.length, 13);
  const jobs = new Map<Listed, { id: string; estimate: number }>();
  for (const application of applications) {
    // The longest music takes seconds to make, and five seconds of it prove as much.
    const short = application.id === "background-music" ? { durationSeconds: 5 } : {};
    const answer = await ann.api.post(`/v1/applications/${application.id}/run`, {
      ...least(application),
      ...short,
    });
    t.is(answer.status, 200, `${application.id}: ${JSON.stringify(answer.body)}`);
    jobs.set(application, { id: answer.body.job.id, estimate: answer.body.estimatedCredits });
  }
  for (const [{ id, kind }, { id: jobId, estimate }] of jobs) {
    const job = await waitForJob(ann.api, jobId, undefined, 240_000);
    t.is(job.status, "succeeded", `${id}: ${job.errorMessage}`);
    t.is(job.costCredits, estimate, id);
    const { object } = (await ann.api.get(`/v1/storage/${job.resultStorageIds[0]}`)).body;
    t.true(object.contentType.startsWith(`${kind}/`), `${id}: ${object.contentType}`);
    t.true(object.sizeBytes > 500, `${id}: ${object.sizeBytes}`);
  }
});

test("each Application and each preset has a thumbnail on this host that everybody may see (rules/applications 9)", async (t) => {
  let count = 0;
  for (const { id, thumb, presets } of applications)
    for (const path of [thumb, ...presets.map((preset) => preset.thumb)]) {
      t.regex(path ?? "none", /^\/applications\/thumbs\/essentials\/[a-z-]+\.webp$/, id);
      const answer = await fetch(`${kiln.url}${path}`);
      t.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/webp"], path);
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      t.true(Math.max(width, height) === 512, `${path}: ${width} x ${height}`);
      count += 1;
    }
  t.is(count, 23);
  for (const path of [
    "essentials/none.webp",
    "none/poster.webp",
    "essentials/..%2Findex.ts",
    "essentials/%2e%2e",
  ])
    t.is((await fetch(`${kiln.url}/applications/thumbs/${path}`)).status, 404, path);
});
