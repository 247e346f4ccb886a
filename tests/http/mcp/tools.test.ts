import { randomUUID } from "node:crypto";
import test from "ava";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = (prompt = "a cat", changes: object = {}) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  ...changes,
});
const keyOf = async (person: Person, scopes: string[]) =>
  (await person.session.post("/v1/api-keys", { name: "agent", scopes })).body.secret as string;
const names = async (key: string) => {
  const client = await connectAgent(kiln.url, key);
  return (await client.listTools()).tools.map(({ name }) => name);
};

const CHECKOUTS = ["create_topup_checkout", "create_subscription_checkout"];
const ALL = [
  "get_credits",
  "list_projects",
  "list_models",
  "generate",
  "get_generation",
  "cancel_generation",
  "list_applications",
  "run_application",
  "get_transcription",
  "list_assets",
  "get_asset",
  ...CHECKOUTS,
];

const CONTENT_READS = [
  "list_content_types",
  "get_content_type",
  "list_content_documents",
  "get_content_document",
  "list_content_revisions",
  "get_content_settings",
];

const WORKFLOW_READS = [
  "list_workflows",
  "get_workflow",
  "get_workflow_run",
  "list_workflow_templates",
  "list_workflow_triggers",
  "get_workflow_trigger_log",
];

test("tools/list follows the scopes (rules/mcp 3)", async (t) => {
  const matrix: [string[], string[]][] = [
    [["account:read"], ["get_credits", "list_projects", ...CHECKOUTS]],
    [["account:rw"], ["get_credits", "list_projects", ...CHECKOUTS]],
    [["generation:read"], ["list_models", "get_generation", "list_applications"]],
    [
      ["generation:rw"],
      [
        "list_models",
        "generate",
        "get_generation",
        "cancel_generation",
        "list_applications",
        "run_application",
      ],
    ],
    [["media:read"], ["get_transcription", "list_assets", "get_asset"]],
    [
      ["media:rw"],
      [
        "transcribe",
        "get_transcription",
        "list_assets",
        "get_asset",
        "upload_asset",
        "publish_asset",
        "link_assets",
      ],
    ],
    [["content:read"], CONTENT_READS],
    [["workflows:read"], WORKFLOW_READS],
    [["account:read", "generation:rw", "media:read"], ALL],
  ];
  for (const [scopes, offered] of matrix)
    t.deepEqual(await names(await keyOf(ann, scopes)), offered, scopes.join());
});

test("a tool out of scope is unknown, like one that does not exist (rules/mcp 3)", async (t) => {
  const client = await connectAgent(kiln.url, await keyOf(ann, ["generation:read"]));
  const refused = await t.throwsAsync(callTool(client, "generate", image()));
  const missing = await t.throwsAsync(callTool(client, "no_such_tool"));
  t.is((refused as { code?: number }).code, -32602);
  t.regex(refused.message, /Unknown tool: generate$/);
  t.regex(missing.message, /Unknown tool: no_such_tool$/);
});

test("get_credits gives the four numbers, as JSON indented by two spaces (rules/mcp 5)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const { text, json, isError } = await callTool(client, "get_credits");
  const { body } = await person.api.get("/v1/account");
  t.false(isError);
  t.deepEqual(json, {
    monthlyBudgetCredits: body.plan.monthlyBudgetCredits,
    purchasedCredits: body.user.purchasedCredits,
    spentCreditsThisPeriod: body.user.spentCreditsThisPeriod,
    remainingCredits: body.remainingCredits,
  });
  t.is(text, JSON.stringify(json, null, 2));
});

test("list_models gives the full catalog, or one kind of it, as REST does (rules/mcp 23)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  t.deepEqual((await callTool(client, "list_models")).json, (await ann.api.get("/v1/models")).body);
  t.deepEqual(
    (await callTool(client, "list_models", { kind: "audio" })).json,
    (await ann.api.get("/v1/models?kind=audio")).body,
  );
});

test("generate waits by default and gives the finished job with results[] whose links open without sign-in (rules/mcp 8 and 10)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const { json, isError } = await callTool(
    client,
    "generate",
    image("two cats", { params: { ...image().params, prompt: "two cats", numImages: 2 } }),
  );
  t.false(isError);
  t.deepEqual(Object.keys(json), ["job", "estimatedCredits"]);
  t.is(json.job.status, "succeeded");
  t.is(json.job.costCredits, json.estimatedCredits);
  t.is(json.job.results.length, 2);
  for (const [index, result] of json.job.results.entries()) {
    t.is(result.storageId, json.job.resultStorageIds[index]);
    t.is(result.libraryUrl, `${kiln.host.baseUrl}/library/${result.storageId}`);
    t.true(result.downloadUrl.startsWith(kiln.host.baseUrl));
    const file = await fetch(result.downloadUrl);
    t.is(file.status, 200);
    t.is(file.headers.get("content-type"), result.contentType);
    t.is((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format, "png");
  }
  const again = await callTool(client, "get_generation", { jobId: json.job.id });
  t.is(again.json.job.results.length, 2);
  t.deepEqual(Object.keys(again.json), ["job"]);
});

test("results are inputs of later work (rules/generation 8)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const first = await callTool(client, "generate", image("a source"));
  const storageId = first.json.job.results[0].storageId as string;
  const second = await callTool(client, "generate", {
    model: "mock-image",
    params: { ...image("a copy").params, referenceStorageIds: [storageId] },
  });
  t.is(second.json.job?.status, "succeeded", second.text);
});

test("a failed job is a result, not an error, and costs nothing (rules/generation 7)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const { json, isError } = await callTool(client, "generate", image("[fail] please"));
  t.false(isError);
  t.is(json.job.status, "failed");
  t.is(json.job.costCredits, 0);
  t.truthy(json.job.errorMessage);
  t.deepEqual(json.job.results, []);
});

test("list_assets gives the account's files with both links, by kind and page (rules/mcp 23)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  t.deepEqual((await callTool(client, "list_assets")).json, { objects: [], total: 0 });
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const ids = [
    await upload(person.api, "image/png", png, "one.png"),
    await upload(person.api, "image/png", png),
  ];
  const sound = await upload(person.api, "audio/mpeg", Buffer.from("not really sound"));
  const all = await callTool(client, "list_assets");
  t.is(all.json.total, 3);
  const listed = all.json.objects.map((object: { storageId: string }) => object.storageId) as string[];
  t.deepEqual(listed.toSorted(), [...ids, sound].toSorted());
  const rest = (await person.api.get("/v1/storage/usage")).body.objects as { storageId: string }[];
  t.deepEqual(
    listed,
    rest.map((object) => object.storageId),
  );
  for (const object of all.json.objects) {
    t.is(object.libraryUrl, `${kiln.host.baseUrl}/library/${object.storageId}`);
    t.is((await fetch(object.downloadUrl)).status, 200);
    t.is(object.origin, "upload");
  }
  const audio = await callTool(client, "list_assets", { kind: "audio" });
  t.is(audio.json.total, 1);
  t.is(audio.json.objects[0].storageId, sound);
  const paged = await callTool(client, "list_assets", { limit: 1, offset: 1 });
  t.is(paged.json.total, 3);
  t.is(paged.json.objects[0].storageId, all.json.objects[1].storageId);
});

test("list_assets of one's own default project is one's own files; a stranger's project is unknown (rules/mcp 13)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const { isError, text } = await callTool(client, "list_assets", { projectId: randomUUID() });
  t.true(isError);
  t.is(text, "Unknown project.");
});

test("list_assets of a shared project is what is linked to it, for each member (rules/storage 3)", async (t) => {
  const [bob, eve] = [await signUp(kiln.url), await signUp(kiln.url)];
  const id = await makeProject(ann, [bob]);
  const storageId = await upload(ann.api, "audio/wav", Buffer.from("sound"));
  await upload(ann.api, "audio/wav", Buffer.from("private"));
  await ann.api.post(`/v1/projects/${id}/storage`, { storageIds: [storageId] });
  const client = await connectAgent(kiln.url, bob.key);
  const { json } = await callTool(client, "list_assets", { projectId: id });
  t.is(json.total, 1);
  t.is(json.objects[0].storageId, storageId);
  t.is(json.objects[0].addedByUserId, ann.id);
  t.is(await (await fetch(json.objects[0].downloadUrl)).text(), "sound");
  t.is((await callTool(client, "get_asset", { storageId })).isError, false);
  const stranger = await connectAgent(kiln.url, eve.key);
  t.is((await callTool(stranger, "list_assets", { projectId: id })).text, "Unknown project.");
  t.true((await callTool(stranger, "get_asset", { storageId })).isError);
});

test("list_projects gives each project with what its owner can spend (rules/mcp 23)", async (t) => {
  // The test has people of its own, because the others of this file spend meanwhile.
  const [owner, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const id = await makeProject(owner, [bob], "Pots");
  const client = await connectAgent(kiln.url, bob.key);
  const { json } = await callTool(client, "list_projects");
  const { defaultProjectId } = (await bob.api.get("/v1/projects")).body;
  const credits = async (person: Person) => (await person.api.get("/v1/account")).body.remainingCredits;
  t.is(json.defaultProjectId, defaultProjectId);
  t.is(json.projects.length, 2);
  t.deepEqual(json.projects[0], {
    id,
    name: "Pots",
    description: null,
    role: "contributor",
    owner: { email: owner.email, name: null },
    remainingCredits: await credits(owner),
    updatedAt: json.projects[0].updatedAt,
  });
  t.is(json.projects[1].id, defaultProjectId);
  t.is(json.projects[1].remainingCredits, await credits(bob));
});

test("get_asset gives metadata, a thumbnail link for pictures, and both links (rules/mcp 23)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const png = await sharp({ create: { width: 64, height: 32, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  const storageId = await upload(ann.api, "image/png", png, "blue.png");
  const { json, isError } = await callTool(client, "get_asset", { storageId });
  t.false(isError);
  t.like(json, {
    storageId,
    filename: "blue.png",
    contentType: "image/png",
    sizeBytes: png.length,
    origin: "upload",
  });
  t.deepEqual(Buffer.from(await (await fetch(json.downloadUrl)).arrayBuffer()), png);
  t.is(
    (await sharp(Buffer.from(await (await fetch(json.thumbDownloadUrl)).arrayBuffer())).metadata()).format,
    "webp",
  );
  t.is(json.libraryUrl, `${kiln.host.baseUrl}/library/${storageId}`);
  const sound = await upload(ann.api, "audio/mpeg", Buffer.from("not really sound"));
  t.false("thumbDownloadUrl" in (await callTool(client, "get_asset", { storageId: sound })).json);
});

test("an unreadable storageId reads as unknown, with the REST sentence (rules/mcp 13)", async (t) => {
  const bob = await signUp(kiln.url);
  const foreign = await upload(bob.api, "audio/mpeg", Buffer.from("bob's"));
  const client = await connectAgent(kiln.url, ann.key);
  for (const storageId of [foreign, randomUUID()]) {
    const { isError, text } = await callTool(client, "get_asset", { storageId });
    t.true(isError);
    t.is(text, (await ann.api.get(`/v1/storage/${storageId}`)).body.error.message);
  }
});

test("bad inputs give the sentence of REST as the only text, and nothing is started (rules/mcp 5)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const bodies: object[] = [
    {},
    { model: "mock-image" },
    { model: "mock-image", params: "cat" },
    { model: "no-such-model", params: image().params },
    { model: "mock-image", params: { ...image().params, kind: "video" } },
    { model: "mock-image", params: { ...image().params, aspectRatio: "7:5" } },
    { model: "mock-image", params: { ...image().params, numImages: 99 } },
    { model: "mock-image", params: { ...image().params, referenceStorageIds: [randomUUID()] } },
    { model: "mock-image", params: { ...image().params, colour: "red" } },
    image("a", { projectId: "not-a-uuid" }),
    image("a", { projectId: randomUUID() }),
  ];
  for (const body of bodies) {
    const { isError, text } = await callTool(client, "generate", body as Record<string, unknown>);
    t.true(isError);
    t.is(text, (await person.api.post("/v1/generations", body)).body.error.message, JSON.stringify(body));
  }
  t.is(
    (await callTool(client, "list_models", { kind: "hologram" })).text,
    (await person.api.get("/v1/models?kind=hologram")).body.error.message,
  );
  t.regex((await callTool(client, "get_generation", { jobId: "1" })).text, /^jobId must be a UUID\.$/);
  t.regex((await callTool(client, "get_generation")).text, /^jobId is required\.$/);
  t.regex(
    (await callTool(client, "list_assets", { limit: 501 })).text,
    /^limit must be a whole number from 1 to 500\.$/,
  );
  t.is(
    (await callTool(client, "get_generation", { jobId: randomUUID() })).text,
    (await person.api.get(`/v1/generations/${randomUUID()}`)).body.error.message,
  );
  t.is((await person.api.get("/v1/generations")).body.total, 0);
});

test("an Idempotency-Key of the request gives the first job again (rules/edge 30)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key, { "idempotency-key": randomUUID() });
  const first = await callTool(client, "generate", image());
  const again = await callTool(client, "generate", image("a cat", { waitSeconds: 0 }));
  t.is(again.json.job.id, first.json.job.id);
  const other = await callTool(client, "generate", image("a dog"));
  t.true(other.isError);
  t.is((await person.api.get("/v1/generations")).body.total, 1);
});

test("each list tool takes select, which a client of today checks against the schema; a wrong name is refused (rules/mcp 19)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const { tools } = await client.listTools();
  const ofOne = ["list_content_revisions", "list_workflow_triggers"];
  const lists = tools.filter(({ name }) => name.startsWith("list_") && !ofOne.includes(name));
  t.true(lists.length >= 8);
  for (const { name } of lists) {
    const whole = (await callTool(client, name)).json as Record<string, unknown>;
    const [rows = "", given = []] = (Object.entries(whole).find(([, value]) => Array.isArray(value)) ??
      []) as [string?, object[]?];
    const [first] = given;
    const field = first === undefined ? null : Object.keys(first)[0];
    if (field) {
      const { json } = await callTool(client, name, { select: [field] });
      for (const row of json[rows]) t.deepEqual(Object.keys(row), [field], name);
      t.is(json[rows].length >= given.length, true, name);
    }
    const wrong = await callTool(client, name, { select: ["no-such-field"] });
    t.true(wrong.isError, name);
    t.regex(wrong.text, /^select: unknown fields "no-such-field"/, name);
  }
  const types = await callTool(client, "list_models", { kind: "image", select: ["id", "pricing"] });
  t.deepEqual(Object.keys(types.json.models[0]), ["id", "pricing"]);
});
