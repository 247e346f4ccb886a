import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
let agent: Client;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_CREDITS: "5000" });
  ann = await signUp(kiln.url);
  agent = await connectAgent(kiln.url, ann.key);
});
test.after.always(() => kiln?.stop());

/** Returns the answer of a tool. A refusal fails the test with its sentence. */
const done = async (name: string, args: Record<string, unknown> = {}) => {
  const { isError, json, text } = await callTool(agent, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return json;
};
const image = (prompt: string) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});

test("an agent cancels a job, which then costs nothing; one that is over is returned as it is (rules/generation 6; rules/mcp 23)", async (t) => {
  const { job } = await done("generate", { ...image("[slow=60] a cat"), waitSeconds: 0 });
  const { job: canceled } = await done("cancel_generation", { jobId: job.id });
  t.like(canceled, { id: job.id, status: "canceled", costCredits: 0 });
  t.deepEqual((await done("cancel_generation", { jobId: job.id })).job, canceled);
});

test("an agent runs an Application and gets its files (rules/mcp 23)", async (t) => {
  const { applications } = await done("list_applications");
  const { id } = applications.find(
    (each: { minImages: number; inputKind: string; kind: string; acceptsText: boolean }) =>
      each.minImages === 0 && each.inputKind === "image" && each.kind === "image" && each.acceptsText,
  );
  const { job } = await done("run_application", { applicationId: id, text: "a kiln" });
  t.is(job.status, "succeeded");
  t.true(job.results.length > 0);
  t.is((await fetch(job.results[0].downloadUrl)).status, 200);
});

test("an agent has a recording transcribed and reads the transcript (rules/mcp 23)", async (t) => {
  const storageId = await uploadSound(ann.api);
  const { job, transcript } = await done("transcribe", { storageId, durationSeconds: 1 });
  t.is(job.status, "succeeded");
  t.is(typeof transcript.text, "string");
  t.deepEqual((await done("get_transcription", { transcriptionId: job.id })).transcript, transcript);
});

test("media that readers cannot see is an issue for an agent, which links it and hears where readers get the document (rules/mcp 14)", async (t) => {
  const projectId = await makeProject(ann);
  await done("create_content_type", {
    projectId,
    name: "page",
    title: "Page",
    fields: [
      { name: "title", title: "Title", type: "string" },
      { name: "hero", title: "Hero", type: "media" },
    ],
  });
  const storageId = await upload(ann.api, "image/png", Buffer.from("x"));
  const { document } = await done("create_content_document", {
    projectId,
    type: "page",
    draft: { title: "A" },
  });
  const update = { documentId: document.id, draft: { hero: { storageId } } };
  const saved = await done("update_content_document", update);
  t.true(saved.valid, "it may be published all the same");
  t.like(saved.issues, { length: 1, 0: { code: "media_not_linked", path: "hero" } });
  t.is((await done("get_content_document", { documentId: document.id })).issues[0].code, "media_not_linked");
  const other = await done("create_content_document", { projectId, type: "page", draft: update.draft });
  t.is(other.issues[0].code, "media_not_linked");

  await done("link_assets", { projectId, storageIds: [storageId] });
  const linked = await done("update_content_document", { ...update, draft: { title: "B" } });
  t.deepEqual(linked.issues, []);
  const published = await done("publish_content_document", {
    documentId: document.id,
    baseVersion: linked.document.draftVersion,
  });
  const reader = await makeReader(ann, projectId);
  const { pathname, origin } = new URL(published.deliveryUrl);
  t.is(origin, kiln.host.baseUrl);
  t.like((await reader.get(pathname)).body.document, { title: "B", hero: { storageId } });
  t.is(typeof (await reader.get(pathname)).body.document.hero.url, "string");
});

test("in the default project one's own media needs no link, and an agent hears of none (rules/mcp 14)", async (t) => {
  await done("create_content_type", {
    name: "page",
    title: "Page",
    fields: [{ name: "hero", title: "Hero", type: "media" }],
  });
  const storageId = await upload(ann.api, "image/png", Buffer.from("x"));
  const created = await done("create_content_document", { type: "page", draft: { hero: { storageId } } });
  t.deepEqual(created.issues, []);
});

const only = async (person: Person, table: string): Promise<string> => {
  const [row] = await until(async () => {
    const rows = await kiln.host.read.query<{ id: string }>(`SELECT id FROM ${table} WHERE accountId = ?`, [
      person.id,
    ]);
    return rows.length === 1 && rows;
  });
  return row?.id ?? "";
};
/** Calls a tool by a client that leaves while it waits. */
const leaveDuring = async (
  person: Person,
  {
    asked,
    until: begun,
    ...params
  }: { asked: boolean; name: string; arguments: object; until(): Promise<void> },
): Promise<void> => {
  const left = new AbortController();
  const waiting = fetch(`${kiln.url}/mcp`, {
    method: "POST",
    signal: left.signal,
    headers: {
      authorization: `Bearer ${person.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { ...params, _meta: { "kiln/cancelOnAbort": asked } },
    }),
  });
  waiting.catch(() => {});
  await begun();
  left.abort();
  await waiting.then(
    () => Promise.reject(new Error("The call was answered.")),
    () => {},
  );
};

for (const asked of [true, false])
  test(`a client that leaves ${asked ? "and asked for it cancels" : "does not cancel"} the job that it waited for (rules/mcp 22)`, async (t) => {
    const person = await signUp(kiln.url);
    let id = "";
    await leaveDuring(person, {
      asked,
      name: "generate",
      arguments: image("[slow=60] a statue"),
      until: async () => void (id = await only(person, "generation_jobs")),
    });
    const job = async () => (await person.api.get(`/v1/generations/${id}`)).body.job;
    if (asked) await until(async () => (await job()).status === "canceled");
    else {
      await until(async () => (await job()).status === "running");
      await person.api.post(`/v1/generations/${id}/cancel`);
    }
    t.is((await job()).status, "canceled");
  });

for (const asked of [true, false])
  test(`a client that leaves ${asked ? "and asked for it cancels" : "does not cancel"} the transcription that it waited for (rules/mcp 22; rules/transcriptions 12)`, async (t) => {
    const person = await signUp(kiln.url);
    const before = (await person.api.get("/v1/account")).body.remainingCredits;
    const storageId = await uploadSound(person.api, `[slow=${asked ? 600 : 2}].wav`);
    let id = "";
    await leaveDuring(person, {
      asked,
      name: "transcribe",
      arguments: { storageId, durationSeconds: 60 },
      until: async () => void (id = await only(person, "transcriptions")),
    });
    const job = await waitForTranscription(person.api, id);
    if (asked) {
      t.like(job, { status: "failed", costCredits: 0, error: { code: "canceled", retryable: false } });
      t.is(job.errorMessage, "The transcription was canceled. Nothing was charged.");
      t.is((await person.api.get("/v1/account")).body.remainingCredits, before);
    } else t.like(job, { status: "succeeded", costCredits: 2 });
  });
