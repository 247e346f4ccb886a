import assert from "node:assert/strict";
import type { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { Client as NewClient } from "@modelcontextprotocol/client";
import test from "ava";
import { AREAS } from "../../../contracts/scopes.js";
import { TOOLS } from "../../../services/mcp/tools.js";
import type { Kiln } from "../../../start.js";
import { connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { connectApp } from "../../helpers/connect-app.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { connectStateless, stateless } from "../../helpers/stateless-agent.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, picture, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
let home: string;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  home = (await ann.api.get("/v1/projects")).body.defaultProjectId;
});
test.after.always(() => kiln?.stop());

// oxlint-disable-next-line no-explicit-any -- answers of every shape
type Answer = any;
/**
 * Names of fields that differ from REST: links are signed anew for each answer, agents get more of them, and the editor's state
 * of a draft is not for agents.
 */
const LINKS = new Set([
  "url",
  "thumbUrl",
  "resultUrls",
  "results",
  "downloadUrl",
  "thumbDownloadUrl",
  "libraryUrl",
  "state",
]);
const plain = (value: Answer): Answer =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (LINKS.has(key) ? undefined : each)));

const FIELDS = [{ name: "title", title: "Title", type: "string", required: true }];

/** Calls all tools with the same names, once with a client of each protocol era. */
async function walk(
  client: OldClient | NewClient,
  t: { deepEqual(a: unknown, b: unknown, why?: string): unknown; is(a: unknown, b: unknown): unknown },
) {
  const called = new Set<string>();
  // The clients check every result against the schema that is listed.
  await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    called.add(name);
    const result = await client.callTool({ name, arguments: args });
    const [block] = result.content as { text: string }[];
    if (result.isError) return { refused: block?.text };
    t.deepEqual(JSON.parse(block?.text ?? ""), result.structuredContent, name);
    return result.structuredContent;
  };
  /** Compares the result with REST: with what REST answers, or with what REST reads once the thing is made. */
  const same = async (
    name: string,
    args: Record<string, unknown>,
    path: string | ((given: Answer) => string),
    pick = (body: Answer) => body,
  ) => {
    const given = await call(name, args);
    const { body } = await ann.api.get(typeof path === "string" ? path : path(given));
    t.deepEqual(plain(given), plain(pick(body)), name);
    return given;
  };
  const refusedAlike = async (name: string, args: Record<string, unknown>, path: string, body: object) => {
    const { refused } = await call(name, args);
    const rest = await ann.api.post(path, body);
    t.deepEqual(refused, rest.body.error.message, name);
  };

  await same("list_models", { kind: "image" }, "/v1/models?kind=image");
  const { contentType } = await same(
    "create_content_type",
    { name: `article${called.size}${Date.now()}`, title: "Article", fields: FIELDS, titleField: "title" },
    (given) => `/v1/content/types/${given.contentType.id as string}`,
  );
  const types = `/v1/projects/${home}/content/types`;
  await same("get_content_type", { contentTypeId: contentType.id }, `/v1/content/types/${contentType.id}`);
  await same(
    "update_content_type",
    { contentTypeId: contentType.id, baseVersion: 1, title: "Text" },
    `/v1/content/types/${contentType.id}`,
  );
  await same("list_content_types", { limit: 100 }, `${types}?limit=100`);
  const checked = ({ document: read, valid, issues }: Answer) => ({ document: read, valid, issues });
  const { document } = await same(
    "create_content_document",
    { type: contentType.name, draft: { title: "One" } },
    (given) => `/v1/content/documents/${given.document.id as string}`,
    checked,
  );
  const one = `/v1/content/documents/${document.id as string}`;
  const documentId = document.id;
  const opened = await same(
    "update_content_document",
    { documentId, draft: { title: "Two" } },
    one,
    ({ document: read, schema, valid, issues }) => ({ document: read, schema, valid, issues }),
  );
  const { draftVersion: baseVersion } = opened.document;
  const published = await call("publish_content_document", { documentId, baseVersion });
  t.deepEqual(plain(published.document), plain((await ann.api.get(one)).body.document));
  await same(
    "get_content_document",
    { documentId: document.id },
    one,
    ({ document: read, schema, valid, issues }) => ({
      document: read,
      schema,
      valid,
      issues,
    }),
  );
  await same("list_content_documents", {}, `/v1/projects/${home}/content/documents`);
  await same("list_content_revisions", { documentId: document.id }, `${one}/revisions`);
  await same("get_content_settings", {}, `/v1/projects/${home}/content/settings`);
  await same(
    "update_content_settings",
    { locales: [{ code: "en" }] },
    `/v1/projects/${home}/content/settings`,
  );
  await refusedAlike(
    "translate_content_document",
    { documentId: document.id, locales: ["xx"] },
    `${one}/translate`,
    { locales: ["xx"] },
  );
  await call("create_content_delivery_token", { name: "site" });
  await same("unpublish_content_document", { documentId }, one, ({ document: read }) => ({ document: read }));
  t.deepEqual(await call("delete_content_document", { documentId }), { ok: true });
  t.is((await ann.api.get(one)).status, 404);
  await call("delete_content_type", { contentTypeId: contentType.id });

  const made = await call("generate", {
    model: "mock-image",
    params: { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 },
  });
  const jobId: string = made.job.id;
  await same("get_generation", { jobId }, `/v1/generations/${jobId}`);
  await same("cancel_generation", { jobId }, `/v1/generations/${jobId}`);
  const [storageId = ""] = made.job.resultStorageIds as string[];
  await same("get_asset", { storageId }, `/v1/storage/${storageId}`, ({ object }) => object);
  await same("list_assets", { limit: 3 }, "/v1/storage/usage?limit=3", ({ objects, total }) => ({
    objects,
    total,
  }));
  await call("link_assets", { storageIds: [storageId] });
  const { publicUrl } = await call("publish_asset", { storageId });
  t.deepEqual((await fetch(publicUrl)).status, 200, "publish_asset");
  await refusedAlike("upload_asset", { url: "http://localhost/x.png" }, "/v1/uploads/import", {
    url: "http://localhost/x.png",
  });
  await same("list_applications", {}, "/v1/applications", ({ applications, total }) => ({
    applications: applications.map(
      ({ id, name, kind, description, inputKind, minImages, maxImages, acceptsText, presets }: Answer) => ({
        id,
        name,
        kind,
        description,
        inputKind,
        minImages,
        maxImages,
        acceptsText,
        presets: presets.map((preset: Answer) => ({ id: preset.id, name: preset.name })),
      }),
    ),
    total,
  }));
  const applied = await call("run_application", { applicationId: "mock-app-text", text: "a potter" });
  t.deepEqual(applied.refused, undefined);
  const { job } = (await ann.api.get(`/v1/generations/${applied.job.id as string}`)).body;
  t.deepEqual(plain(applied.job), plain(job), "run_application");
  await refusedAlike(
    "run_application",
    { applicationId: "no-such-one" },
    "/v1/applications/no-such-one/run",
    {},
  );
  const sound = await uploadSound(ann.api);
  const heard = await call("transcribe", { storageId: sound, durationSeconds: 1 });
  const transcription = `/v1/transcriptions/${heard.job.id as string}`;
  const { body: transcript } = await ann.api.get(`${transcription}/result`);
  t.is(transcript.text, heard.transcript.text);
  for (const given of [heard, await call("get_transcription", { transcriptionId: heard.job.id })])
    t.deepEqual(given, { job: (await ann.api.get(transcription)).body.job, transcript });
  const workflowId = await makeWorkflow(ann.api, graphOf([promptNode("a", "hello")]));
  await same("list_workflows", {}, "/v1/workflows", ({ workflows, total }) => ({
    workflows: workflows.map(({ id, name, nodeCount, updatedAt, projectId }: Answer) => ({
      id,
      name,
      nodeCount,
      updatedAt,
      projectId,
    })),
    total,
  }));
  const { workflow } = await call("get_workflow", { workflowId });
  t.deepEqual(workflow.nodeCount, 1);
  const runs = `/v1/workflows/${workflowId}/runs`;
  const { run } = await same("run_workflow", { workflowId }, (given) => `${runs}/${given.run.id as string}`);
  await same(
    "get_workflow_run",
    { workflowId, runId: run.id },
    `/v1/workflows/${workflowId}/runs/${run.id as string}`,
  );
  await walkWorkflows({ call, same, refusedAlike });
  await call("list_projects");
  await same("get_credits", {}, "/v1/account", ({ plan, user, remainingCredits }) => ({
    monthlyBudgetCredits: plan.monthlyBudgetCredits,
    purchasedCredits: user.purchasedCredits,
    spentCreditsThisPeriod: user.spentCreditsThisPeriod,
    remainingCredits,
  }));
  await refusedAlike("create_topup_checkout", { dollars: 4 }, "/v1/billing/checkout", {
    kind: "topup",
    dollars: 4,
  });
  await call("create_subscription_checkout", { tier: "pro" });
  return called;
}

/** Calls the tools of templates, imports, estimates, stop and resume, and triggers. */
async function walkWorkflows({
  call,
  same,
  refusedAlike,
}: {
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  same(
    name: string,
    args: Record<string, unknown>,
    path: string | ((given: Answer) => string),
    pick?: (body: Answer) => Answer,
  ): Promise<Answer>;
  refusedAlike(name: string, args: Record<string, unknown>, path: string, body: object): Promise<void>;
}) {
  await same("list_workflow_templates", {}, "/v1/workflow-templates");
  const graph = graphOf([promptNode("p", "a pot"), picture("i", "[slow=60] a pot")]);
  const { workflow } = await same(
    "create_workflow",
    { graph },
    (given) => `/v1/workflows/${given.workflow.id as string}`,
  );
  const one = `/v1/workflows/${workflow.id as string}`;
  await refusedAlike("create_workflow", { graph, templateId: "social-set" }, "/v1/workflows", {
    graph,
    templateId: "social-set",
  });
  const comfy = { format: "comfyui", prompt: { nodes: [] } };
  await refusedAlike("import_workflow", comfy, "/v1/workflows/import", comfy);
  const { body: estimate } = await ann.api.post(`${one}/estimate`);
  const { nodes, estimatedCredits } = await call("estimate_workflow", { workflowId: workflow.id });
  assert.deepEqual([nodes, estimatedCredits], [estimate.nodes, estimate.estimatedCredits]);
  const { run } = await call("run_workflow", { workflowId: workflow.id, waitSeconds: 0 });
  const of = { workflowId: workflow.id, runId: run.id };
  const stopped = await call("stop_workflow_run", of);
  assert.equal(stopped.run.status, "stopped");
  await until(
    async () => (await call("resume_workflow_run", { ...of, waitSeconds: 0 })).run?.status === "running",
  );
  await same("stop_workflow_run", of, `${one}/runs/${run.id as string}`);
  const { trigger } = await same(
    "create_workflow_trigger",
    { workflowId: workflow.id, inbound: {}, dailyCredits: 1 },
    `${one}/triggers`,
    ({ triggers }) => ({ trigger: triggers[0] }),
  );
  const at = { workflowId: workflow.id, triggerId: trigger.id };
  const changed = await call("update_workflow_trigger", { ...at, enabled: false });
  assert.equal(changed.trigger.enabled, false);
  await same("list_workflow_triggers", { workflowId: workflow.id }, `${one}/triggers`);
  await same("get_workflow_trigger_log", at, `${one}/triggers/${trigger.id as string}/log`);
  assert.deepEqual(await call("delete_workflow_trigger", at), { ok: true });
  assert.equal((await ann.api.get(`${one}/triggers`)).body.total, 0);
}

const ALL = TOOLS.map(({ name }) => name).toSorted();

test.serial(
  "every tool gives what REST gives for the same work: revisions up to 2025-11-25 (rules/mcp 23)",
  async (t) => {
    t.deepEqual([...(await walk(await connectAgent(kiln.url, ann.key), t))].toSorted(), ALL);
  },
);

test.serial(
  "every tool gives what REST gives for the same work: revision 2026-07-28 (rules/mcp 23)",
  async (t) => {
    t.deepEqual([...(await walk(await connectStateless(kiln.url, ann.key), t))].toSorted(), ALL);
  },
);

test.serial(
  "the newest official client with one address: sign-in, consent, token, both eras, every tool, renewal (rules/identity 33; rules/mcp 1)",
  async (t) => {
    const app = await connectApp(kiln, ann, "Pottery");
    for (const mode of ["legacy", "auto"] as const) {
      const client = await app.connect({ versionNegotiation: { mode } });
      t.is(client.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
      t.deepEqual([...(await walk(client, t))].toSorted(), ALL);
      await client.close();
    }
    // The client of the earlier era uses the same sign-in (its own is in tests/http/oauth/clients.test.ts).
    const old = await connectAgent(kiln.url, app.kept.tokens?.access_token ?? "");
    t.deepEqual([...(await walk(old, t))].toSorted(), ALL);
    await old.close();
    const before = app.kept.tokens;
    if (before === undefined) return t.fail();
    app.kept.tokens = { ...before, access_token: "svc_at_over" };
    const again = await app.connect({ versionNegotiation: { mode: "auto" } });
    t.true((await again.listTools()).tools.length > 0);
    t.not(app.kept.tokens?.refresh_token, before.refresh_token);
    await again.close();
  },
);

test("the matrix of all areas: read lists the tools that read, rw all of the area, and nothing else (rules/mcp 3)", async (t) => {
  for (const area of AREAS)
    for (const access of ["read", "rw"] as const) {
      const key = await ann.session.post("/v1/api-keys", { name: "m", scopes: [`${area}:${access}`] });
      const answer = await stateless(kiln.url, key.body.secret as string, "tools/list");
      const { tools } = JSON.parse(answer.body.toString()).result as { tools: { name: string }[] };
      const expected = TOOLS.filter(({ scope }) => {
        const [of, needed] = scope.split(":");
        return of === area && (needed === "read" || access === "rw");
      });
      t.deepEqual(
        tools.map(({ name }) => name),
        expected.map(({ name }) => name),
        `${area}:${access}`,
      );
      await ann.session.delete(`/v1/api-keys/${key.body.apiKey.id as string}`);
    }
});

test("100 calls at once with different credentials never mix, in both eras (rules/mcp 15)", async (t) => {
  const people = await Promise.all(Array.from({ length: 5 }, () => signUp(kiln.url)));
  const ids = await Promise.all(
    people.map(async ({ api }) => (await api.get("/v1/projects")).body.defaultProjectId),
  );
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const person = people[at % people.length] ?? ann;
      if (at % 2 === 0) {
        const answer = await stateless(kiln.url, person.key, "tools/call", {
          name: "list_projects",
          arguments: {},
        });
        return JSON.parse(answer.body.toString()).result.structuredContent.defaultProjectId;
      }
      const answer = await fetch(`${kiln.url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${person.key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "list_projects" },
        }),
      });
      const { result } = (await answer.json()) as Answer;
      return result.structuredContent.defaultProjectId;
    }),
  );
  t.deepEqual(
    answers,
    answers.map((_, at) => ids[at % people.length]),
  );
});
