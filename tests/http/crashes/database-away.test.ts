import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { setTimeout as sleep } from "node:timers/promises";
import { defineNode } from "../../../plugins/kit/workflow-node.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { madePicture } from "../../helpers/careful-provider.js";
import type { Person } from "../../helpers/client.js";
import { ledgerMismatches } from "../../helpers/ledger-mismatches.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { type LentProvider, submitTo } from "../../helpers/lend-provider.js";
import { lendTranscriber } from "../../helpers/lend-transcriber.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { type Outage, startWithOutages } from "../../helpers/outage.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { graphOf, makeWorkflow, waitForRun } from "../../helpers/workflows.js";

/*
 * Upstreams answer while the database is away, and again while each commit comes through without its answer. None of them
 * may be asked twice (ADR-0114).
 */

/** The time in ms for which the database is away: some tries of each write. */
const AWAY_MS = 1200;

const test = anyTest as TestFn<{ outage: Outage }>;
test.before(async (t) => {
  t.context = { outage: await startWithOutages() };
});
test.after.always(async (t) => {
  const { outage } = t.context;
  await outage.end();
  const mismatches = await ledgerMismatches(outage.kiln);
  await outage.stop();
  t.deepEqual(mismatches, []);
});

/** Loads a type of nodes that ask for a value in a step of theirs. Returns its name. */
function lendNode({ host }: Outage["kiln"], name: string, ask: () => Promise<number>): string {
  const type = `${name}Value`;
  const driver = defineNode({
    type,
    version: 1,
    title: type,
    description: "Asks for a value.",
    inputs: {},
    outputs: { text: { types: ["text"], description: "The value." } },
    settings: {},
    run: async ({ step }) => ({ text: { type: "text", text: String(await step(ask)) } }),
  });
  host.plugins.swap({ name: type, version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "workflowNode", name: `${type}@1`, driver },
  ]);
  return type;
}

/** Has each kind of work ask its upstream, whose answer waits for `gate`. */
async function askAll({ kiln }: Outage, name: string, gate: Promise<void>) {
  const asked: Record<string, number> = {};
  const ask = async (what: string): Promise<number> => {
    const count = (asked[what] = (asked[what] ?? 0) + 1);
    await gate;
    return count;
  };
  const { ann, documents } = await makeSite(kiln, TITLE);
  const provider: Record<string, LentProvider> = {
    "a picture": { submit: () => ask("a picture").then(() => madePicture()) },
    "an order": {
      submit: async ({ id }) => {
        await ask("an order");
        return { state: "pending", handle: { upstream: id }, pollAfterMs: 1 };
      },
      poll: () => madePicture(),
    },
    "a passing refusal": {
      async submit() {
        if ((await ask("a passing refusal")) > 1) return madePicture();
        throw new ProviderError("rate_limited", "Later.", { retryAfterMs: 1 });
      },
    },
    "a refusal": {
      async submit() {
        await ask("a refusal");
        throw new ProviderError("content_policy", "No such pictures.");
      },
    },
  };
  const jobs: Record<string, string> = {};
  for (const [what, calls] of Object.entries(provider))
    jobs[what] = await submitTo(kiln, ann, `${name}-${what.replaceAll(" ", "-")}`, calls);
  const lent = lendTranscriber(kiln, { preference: 5000, resubmit: "never" }, async () => {
    await ask("a transcript");
    return { state: "succeeded", transcript: { text: "Hello", language: "en", words: [], segments: [] } };
  });
  const storageId = await uploadSound(ann.api);
  const { body } = await ann.api.post("/v1/transcriptions", { storageId, durationSeconds: 1 });
  const model = lendTextModel(
    kiln,
    (request) => ask("a translation").then(() => marked(request)),
    async () => {
      await ask("a text");
      return { text: "A fox.", usage: { inputTokens: 10, outputTokens: 10 } };
    },
  );
  const document = await documents.make({ title: { en: "Kiln" } });
  const path = `/v1/content/documents/${document}/translate`;
  const translating = ann.api.post(path, { locales: ["de"], model: model.id }).catch(() => null);
  const node = { id: "t", type: "generateText", data: { model: model.id, instruction: "Describe a fox." } };
  const other = { id: "v", type: lendNode(kiln, name, () => ask("a value")) };
  const workflow = await makeWorkflow(ann.api, graphOf([node, other]));
  const { body: begun } = await ann.api.post(`/v1/workflows/${workflow}/execute`, {});
  return {
    ann,
    asked,
    jobs,
    lent,
    transcription: body.job.id as string,
    documents,
    document,
    translating,
    workflow,
    run: begun.run.id as string,
  };
}

const once = {
  "a picture": 1,
  "an order": 1,
  "a passing refusal": 2,
  "a refusal": 1,
  "a transcript": 1,
  "a translation": 1,
  "a text": 1,
  "a value": 1,
};

async function allIsKept(
  t: ExecutionContext<{ outage: Outage }>,
  name: string,
  pass: (outage: Outage) => void | Promise<void>,
): Promise<void> {
  const { outage } = t.context;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const all = await askAll(outage, name, gate);
  const { ann, asked, jobs } = all;
  t.teardown(all.lent.leave);
  await until(async () => Object.keys(asked).length === Object.keys(once).length);
  await pass(outage);
  open();
  await sleep(AWAY_MS);
  await outage.end();
  await until(async () => (await ann.api.get("/v1/account")).status === 200);
  for (const what of ["a picture", "an order", "a passing refusal"])
    t.like(await waitForJob(ann.api, jobs[what] ?? ""), { status: "succeeded", costCredits: 3 }, what);
  const refused = await waitForJob(ann.api, jobs["a refusal"] ?? "");
  t.like(refused, { status: "failed", error: { code: "content_policy" } }, JSON.stringify(refused));
  const transcription = await waitForTranscription(ann.api, all.transcription);
  t.like(transcription, { status: "succeeded" }, JSON.stringify(transcription));
  const run = await waitForRun(ann.api, all.workflow, all.run);
  t.is(run.status, "complete", JSON.stringify(run));
  await all.translating;
  await until(async () => (await titleOf(all)).de === "T:Kiln");
  t.deepEqual(asked, once);
  t.is(await chargesOf(ann), 6);
}

const titleOf = async ({ ann, document }: { ann: Person; document: string }) =>
  (await ann.api.get(`/v1/content/documents/${document}`)).body.document.draft.title as Record<
    string,
    string
  >;
const chargesOf = async ({ api }: Person): Promise<number> =>
  (await api.get("/v1/usage")).body.entries.filter(
    (entry: { deltaCredits: number }) => entry.deltaCredits < 0,
  ).length;

test.serial(
  "what upstreams answer while the database is away is kept, and each is asked once (rules/running 39)",
  (t) => allIsKept(t, "away", (outage) => outage.begin()),
);

test.serial(
  "what was committed without an answer is kept and charged once, and no upstream is asked again (rules/running 39)",
  (t) => allIsKept(t, "mute", (outage) => outage.loseAnswers()),
);
