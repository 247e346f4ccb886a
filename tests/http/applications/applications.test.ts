import { randomUUID } from "node:crypto";
import test from "ava";
import sharp from "sharp";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import type { Kiln } from "../../../start.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
const media = { image: "", other: "", video: "", audio: "" };
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  const picture = (background: string) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
  media.image = await upload(ann.api, "image/png", await picture("red"));
  media.other = await upload(ann.api, "image/png", await picture("blue"));
  const colours = [
    [90, 90, 200],
    [120, 90, 200],
  ] as const;
  media.video = await upload(
    ann.api,
    "video/mp4",
    makeMp4({ width: 32, height: 32, seconds: 1, sound: true, colours }),
  );
  media.audio = await upload(ann.api, "audio/wav", makeWav(1, 440));
});
test.after.always(() => kiln?.stop());

const refused = (answer: Answer) => [answer.status, answer.body.error?.code];
const run = (id: string, body: object, person = ann) => person.api.post(`/v1/applications/${id}/run`, body);
const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;

interface Listed {
  id: string;
  modelId: string;
  kind: string;
  inputKind: string;
}

test("Applications are listed in pages with all collections; each names what it takes (rules/applications 1)", async (t) => {
  const all = (await ann.api.get("/v1/applications")).body;
  t.is(all.total, all.applications.length);
  t.true(all.total >= 12);
  t.true(all.collections.length >= 3);
  const page = (await ann.api.get("/v1/applications?limit=2&offset=1")).body;
  t.deepEqual(page.applications, all.applications.slice(1, 3));
  t.deepEqual([page.total, page.collections], [all.total, all.collections]);
  const ids = new Set(all.applications.map(({ id }: Listed) => id));
  t.is(ids.size, all.total);
  for (const { applicationIds } of all.collections) for (const id of applicationIds) t.true(ids.has(id), id);
  t.deepEqual(
    new Set(all.applications.map(({ kind }: Listed) => kind)),
    new Set(["image", "video", "audio"]),
  );
  t.deepEqual(
    new Set(all.applications.map(({ inputKind }: Listed) => inputKind)),
    new Set(["image", "video", "audio"]),
  );
  for (const query of ["limit=0", "limit=501", "limit=x", "offset=-1"])
    t.deepEqual(refused(await ann.api.get(`/v1/applications?${query}`)), [400, "invalid_params"], query);
});

test("an Application whose model does not take its kind of input is not served (rules/applications 1; rules/models 35)", async (t) => {
  const { models } = (await ann.api.get("/v1/models?kind=upscale")).body;
  const types = new Map<string, string[]>(
    models.map(({ id, capabilities }: { id: string; capabilities: { supportedTypes: string[] } }) => [
      id,
      capabilities.supportedTypes,
    ]),
  );
  const listed: Listed[] = (await ann.api.get("/v1/applications")).body.applications;
  for (const { id, modelId, inputKind } of listed)
    t.true(types.get(modelId)?.includes(inputKind) ?? true, `${id} on ${modelId}`);
  const isServed = listed.some(({ id }) => id === "larger-video");
  t.true(isServed);
  t.deepEqual(types.get("local-upscale-video"), ["video"]);
  t.is(listed.filter(({ id }) => !id.startsWith("mock-")).length, 13);
});

test.serial(
  "an Application is served and run only while its model is enabled (rules/applications 1; rules/models 35)",
  async (t) => {
    const patch = (enabled: boolean | null) =>
      ann.session.patch("/v1/admin/models/mock-image-run", { enabled });
    t.is((await patch(null)).status, 200);
    await ann.session.patch("/v1/admin/models/mock-music-prompt", { enabled: false });
    const { applications, collections } = (await ann.api.get("/v1/applications")).body;
    t.false(applications.some(({ id }: Listed) => id === "mock-app-music"));
    t.false(
      collections.some(({ applicationIds }: { applicationIds: string[] }) =>
        applicationIds.includes("mock-app-music"),
      ),
    );
    t.deepEqual(refused(await run("mock-app-music", { text: "x" })), [404, "not_found"]);
    await ann.session.patch("/v1/admin/models/mock-music-prompt", { enabled: null });
    t.is((await run("mock-app-music", {})).status, 200);
    t.deepEqual(refused(await run("mock-app-nope", {})), [404, "not_found"]);
  },
);

test("a run is a job whose prompt is the base prompt, the preset and the text behind its label, in this order (rules/applications 3)", async (t) => {
  const { body, status } = await run("mock-app-text", { text: "  a blue kiln ", presetId: "warm" });
  t.is(status, 200);
  t.is(body.job.status, "queued");
  t.is(body.estimatedCredits, 4);
  t.deepEqual(body.job.params, {
    kind: "image",
    aspectRatio: "1:1",
    numImages: 1,
    prompt: "A picture for a test.\n\nIn warm colours.\n\nGuidance: a blue kiln",
  });
  const job = await waitForJob(ann.api, body.job.id);
  t.like(job, { status: "succeeded", model: "mock-image", costCredits: 4 });
  const words = (await run("mock-app-words", { text: "a kiln" })).body.job;
  t.is(words.params.prompt, "Guidance: a kiln");
  t.is((await run("mock-app-speech", { text: "Good day" })).body.job.params.prompt, "Good day");
  const long = (await run("mock-app-words", { text: `  ${"\u{1f680}".repeat(2500)}` })).body.job;
  t.is(long.params.prompt, `Guidance: ${"\u{1f680}".repeat(2000)}`);
});

test("each kind of input lands where its model takes it (rules/applications 5)", async (t) => {
  const params = async (id: string, body: object) => {
    const answer = await run(id, body);
    t.is(answer.status, 200, JSON.stringify(answer.body));
    t.is((await waitForJob(ann.api, answer.body.job.id)).status, "succeeded", id);
    return answer.body.job.params;
  };
  const { image, other, video, audio } = media;
  t.deepEqual((await params("mock-app-images", { imageStorageIds: [image, other] })).referenceStorageIds, [
    image,
    other,
  ]);
  t.like(await params("mock-app-frames", { imageStorageIds: [image, other] }), {
    startFrameStorageId: image,
    endFrameStorageId: other,
  });
  t.is((await params("mock-app-edit", { videoStorageId: video, text: "x" })).sourceVideoStorageId, video);
  t.like(await params("mock-app-upscale", { videoStorageId: video, durationSeconds: 1 }), {
    sourceStorageId: video,
    durationSeconds: 1,
  });
  t.is((await params("mock-app-larger", { imageStorageIds: [image] })).durationSeconds, 1);
  t.like(await params("mock-app-cleanup", { audioStorageId: audio, durationSeconds: 1.5 }), {
    sourceStorageId: audio,
    durationSeconds: 1.5,
  });
});

const refusals: [title: string, id: string, body: () => object, message: RegExp][] = [
  ["an unknown preset", "mock-app-text", () => ({ presetId: "hot" }), /presetId must be one of warm, cold/],
  [
    "a preset where there is none",
    "mock-app-edit",
    () => ({ videoStorageId: media.video, presetId: "warm" }),
    /presetId is not accepted/,
  ],
  ["text where it is not accepted", "mock-app-silent", () => ({ text: "x" }), /text is not accepted/],
  ["no text where there is no base prompt", "mock-app-words", () => ({}), /text is required/],
  ["blank text where there is no base prompt", "mock-app-words", () => ({ text: " \n" }), /text is required/],
  [
    "images where none are taken",
    "mock-app-text",
    () => ({ imageStorageIds: [media.image] }),
    /imageStorageIds is not accepted/,
  ],
  [
    "too few images",
    "mock-app-frames",
    () => ({ imageStorageIds: [media.image] }),
    /imageStorageIds must have 2 ids, not 1/,
  ],
  [
    "too many images",
    "mock-app-images",
    () => ({ imageStorageIds: Array(4).fill(media.image) }),
    /must have 1 to 3 ids, not 4/,
  ],
  ["no images", "mock-app-images", () => ({}), /must have 1 to 3 ids, not 0/],
  ["no video", "mock-app-edit", () => ({ text: "x" }), /videoStorageId is required/],
  [
    "a video for an image Application",
    "mock-app-text",
    () => ({ videoStorageId: media.video }),
    /videoStorageId is not accepted/,
  ],
  ["no audio", "mock-app-cleanup", () => ({ durationSeconds: 1 }), /audioStorageId is required/],
  ["an image as video", "mock-app-edit", () => ({ videoStorageId: media.image }), /must be of kind video/],
  [
    "no duration where it is billed",
    "mock-app-upscale",
    () => ({ videoStorageId: media.video }),
    /durationSeconds is required/,
  ],
  [
    "a duration of 0",
    "mock-app-cleanup",
    () => ({ audioStorageId: media.audio, durationSeconds: 0 }),
    /durationSeconds must be greater than 0/,
  ],
  [
    "an unknown storageId",
    "mock-app-images",
    () => ({ imageStorageIds: [randomUUID()] }),
    /^Unknown or uncommitted storageId$/,
  ],
  ["a malformed storageId", "mock-app-images", () => ({ imageStorageIds: ["x"] }), /imageStorageIds\[0\]/],
  ["an unknown field", "mock-app-text", () => ({ prompt: "x" }), /prompt/],
];
test("a run is refused in the words of its own body (rules/applications 4, 5 and 6)", async (t) => {
  const message = async (id: string, body: object) => (await run(id, body)).body.error.message;
  t.regex(
    await message("mock-app-images", { imageStorageIds: [media.image, media.audio] }),
    /^imageStorageIds\[1\] must be of kind image; /,
  );
  t.regex(
    await message("mock-app-edit", { videoStorageId: media.image }),
    /^videoStorageId must be of kind /,
  );
});

for (const [title, id, body, message] of refusals)
  test(`a run and its estimate refuse before any charge: ${title} (rules/applications 7; rules/billing 13)`, async (t) => {
    const answer = await run(id, body());
    t.deepEqual(refused(answer), [400, "invalid_params"], JSON.stringify(answer.body));
    t.regex(answer.body.error.message, message);
    const estimate = await ann.api.post("/v1/estimates", { applicationId: id, ...body() });
    t.deepEqual(refused(estimate), [400, "invalid_params"]);
    t.regex(estimate.body.error.message, message);
  });

test("an estimate of a run is what the run is charged, and changes nothing (rules/billing 18)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const estimate = await person.api.post("/v1/estimates", { applicationId: "mock-app-text", text: "x" });
  t.deepEqual(estimate.body, { estimatedCredits: 4, remainingCredits: before, affordable: true });
  t.is(await remaining(person), before);
  t.deepEqual(refused(await person.api.post("/v1/estimates", { applicationId: "nope" })), [404, "not_found"]);
  t.deepEqual(
    refused(
      await person.api.post("/v1/estimates", {
        applicationId: "mock-app-text",
        model: "mock-image",
        params: {},
      }),
    ),
    [400, "invalid_params"],
  );
});

test("money, features and projects are those of a generation (rules/applications 2)", async (t) => {
  const [owner, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  t.deepEqual(refused(await run("mock-app-paid", {}, bob)), [402, "plan_required"]);
  const projectId = await makeProject(owner, [bob]);
  const { body } = await run("mock-app-text", { projectId }, bob);
  t.is(body.job.projectId, projectId);
  await waitForJob(bob.api, body.job.id);
  for (const who of [owner, bob])
    await ann.session.post(`/v1/admin/accounts/${who.id}/credits`, {
      deltaCredits: 1 - (await remaining(who)),
    });
  t.deepEqual(refused(await run("mock-app-text", {}, bob)), [402, "insufficient_credits"]);
  t.deepEqual(refused(await run("mock-app-text", { projectId }, bob)), [402, "owner_insufficient_credits"]);
  t.deepEqual(refused(await run("mock-app-text", { projectId: randomUUID() }, bob)), [404, "not_found"]);
  await ann.session.patch(`/v1/admin/accounts/${bob.id}`, { features: { generation: false } });
  t.deepEqual(refused(await run("mock-app-text", { presetId: "hot" }, bob)), [403, "forbidden"]);
});

test("an owner who may not pay comes before what is wrong with the request, in a run and its estimate (rules/edge 11)", async (t) => {
  const [owner, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(owner, [bob]);
  const wrong = { presetId: "nope", projectId };
  const codes = async () => [
    (await run("mock-app-text", wrong, bob)).body.error.code,
    (await bob.api.post("/v1/estimates", { applicationId: "mock-app-text", ...wrong })).body.error.code,
  ];
  t.deepEqual(await codes(), ["invalid_params", "invalid_params"]);
  await ann.session.patch(`/v1/admin/accounts/${owner.id}`, { suspended: true });
  t.deepEqual(await codes(), ["owner_account_suspended", "owner_account_suspended"]);
});

test("the same Idempotency-Key gives the same run (rules/edge 30)", async (t) => {
  const headers = { "idempotency-key": randomUUID() };
  const path = "/v1/applications/mock-app-text/run";
  const [first, second] = await Promise.all([1, 2].map(() => ann.api.post(path, { text: "x" }, { headers })));
  t.is(first?.body.job.id, second?.body.job.id);
  t.is(first?.body.estimatedCredits, second?.body.estimatedCredits);
  t.deepEqual(refused(await ann.api.post(path, { text: "y" }, { headers })), [409, "conflict"]);
});
