import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { Task } from "../../../entities/task.js";
import type { Kiln } from "../../../start.js";
import { madePicture } from "../../helpers/careful-provider.js";
import { type Person, signUp } from "../../helpers/client.js";
import { standInTheWay } from "../../helpers/stand-in-the-way.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { submitTo } from "../../helpers/lend-provider.js";
import { lendTranscriber } from "../../helpers/lend-transcriber.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, runToEnd } from "../../helpers/workflows.js";

/**
 * Number of conflicts. An upstream has answered, and the following transactions lose to other writers of the database more often
 * in a row than one transaction is tried (ADR-0104). Each upstream is asked only once.
 */
const CONFLICTS = 20;

interface Context {
  kiln: Kiln;
  ann: Person;
  way: ReturnType<typeof standInTheWay>;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url), way: standInTheWay(kiln) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

const spent = async ({ api }: Person) => 500 - (await api.get("/v1/account")).body.remainingCredits;
const charges = async ({ api }: Person, ref: string) =>
  (await api.get("/v1/usage")).body.entries.filter((entry: { ref: string }) => entry.ref === ref).length;

async function succeedsOnce(t: ExecutionContext<Context>, id: string): Promise<void> {
  const { ann, way } = t.context;
  const job = await waitForJob(ann.api, id);
  t.is(way.left(), 0);
  t.like(job, { status: "succeeded", costCredits: 3 }, JSON.stringify(job));
  t.is(await charges(ann, id), 1);
}

test.serial("a picture is settled, and charged once (rules/billing 8; rules/running 37)", async (t) => {
  let submits = 0;
  const id = await submitTo(t.context.kiln, t.context.ann, "at-once", {
    submit: () => {
      submits += 1;
      t.context.way.next(CONFLICTS);
      return madePicture();
    },
  });
  await succeedsOnce(t, id);
  t.is(submits, 1);
});

test.serial("the handle of an order is kept (rules/running 37)", async (t) => {
  let submits = 0;
  const id = await submitTo(t.context.kiln, t.context.ann, "later", {
    submit: async (job) => {
      submits += 1;
      t.context.way.next(CONFLICTS);
      return { state: "pending", handle: { upstream: job.id }, pollAfterMs: 1 };
    },
    poll: () => madePicture(),
  });
  await succeedsOnce(t, id);
  t.is(submits, 1);
});

test.serial(
  "work on a job goes back to its queue for a moment, with its attempts as they were, and the metric says so (rules/running 37)",
  async (t) => {
    const { kiln, ann, way } = t.context;
    let polls = 0;
    const id = await submitTo(kiln, ann, "faulty", {
      submit: async (job) => ({ state: "pending", handle: { upstream: job.id }, pollAfterMs: 200 }),
      poll: async (handle) => {
        polls += 1;
        if (polls > 1) return madePicture();
        way.next(Infinity);
        return { state: "pending", handle, pollAfterMs: 200, progress: 0.5 };
      },
    });
    const met = async () => (await kiln.host.read.findOne(Task, { subject: id }))?.lastError ?? "";
    await waitUntil(async () => (await met()).includes("Deadlock"));
    t.is((await kiln.host.read.findOne(Task, { subject: id }))?.attempts, 0);
    const metrics = await (await fetch(`${kiln.url}/metrics`)).text();
    t.regex(metrics, /^kiln_task_conflicts_total\{queue="generation\.image@faulty"\} [1-9]/m);
    way.next(0);
    await succeedsOnce(t, id);
  },
);

test.serial("a transcript is kept, and charged once (rules/billing 8; rules/running 37)", async (t) => {
  const { kiln, ann, way } = t.context;
  let submits = 0;
  const lent = lendTranscriber(kiln, { preference: 5000, resubmit: "never" }, async () => {
    submits += 1;
    way.next(CONFLICTS);
    return { state: "succeeded", transcript: { text: "Hello", language: "en", words: [], segments: [] } };
  });
  const storageId = await uploadSound(ann.api);
  const { body } = await ann.api.post("/v1/transcriptions", { storageId, durationSeconds: 1 });
  const job = await waitForTranscription(ann.api, body.job.id);
  t.like(job, { status: "succeeded" }, JSON.stringify(job));
  t.deepEqual([submits, way.left(), await charges(ann, job.id)], [1, 0, 1]);
  lent.leave();
});

test.serial("a translation is saved, and charged once (rules/billing 8; rules/running 37)", async (t) => {
  const { kiln, way } = t.context;
  const { ann, documents } = await makeSite(kiln, TITLE);
  const model = lendTextModel(kiln, async (request) => {
    way.next(CONFLICTS);
    return marked(request);
  });
  const id = await documents.make({ title: { en: "Kiln" } });
  const path = `/v1/content/documents/${id}/translate`;
  const { status, body } = await ann.api.post(path, { locales: ["de"], model: model.id });
  t.is(status, 200, JSON.stringify(body));
  t.deepEqual(body.locales[0].translated, ["title"], JSON.stringify(body));
  t.deepEqual([model.requests.length, way.left(), await spent(ann)], [1, 0, 1]);
});

test.serial(
  "a translation of which nothing can be saved is not asked for again (rules/running 37)",
  async (t) => {
    const { kiln, way } = t.context;
    const { ann, documents } = await makeSite(kiln, TITLE);
    let id = "";
    const meanwhile: Record<string, () => Promise<unknown>> = {
      "somebody writes it": () => documents.put(id, { title: { en: "Kiln", de: "Meins" } }),
      "the model fails": () => Promise.reject(new Error("it broke")),
    };
    for (const [name, act] of Object.entries(meanwhile)) {
      id = await documents.make({ title: { en: "Kiln" } });
      let asked = 0;
      const model = lendTextModel(kiln, async (request) => {
        asked += 1;
        await act().finally(() => way.next(CONFLICTS));
        return marked(request);
      });
      const path = `/v1/content/documents/${id}/translate`;
      const { body } = await ann.api.post(path, { locales: ["de"], model: model.id });
      t.deepEqual(body.locales[0].translated, [], `${name}: ${JSON.stringify(body)}`);
      t.deepEqual([asked, way.left(), await spent(ann)], [1, 0, 0], name);
    }
  },
);

test.serial(
  "a text of a workflow is kept, and charged once (rules/billing 8; rules/running 37)",
  async (t) => {
    const { kiln, way } = t.context;
    const ben = await signUp(kiln.url);
    let asked = 0;
    const { id: model } = lendTextModel(
      kiln,
      async (request) => marked(request),
      async () => {
        asked += 1;
        way.next(CONFLICTS);
        return { text: "A fox.", usage: { inputTokens: 10, outputTokens: 10 } };
      },
    );
    const node = { id: "t", type: "generateText", data: { model, instruction: "Describe a fox." } };
    const run = await runToEnd(ben.api, await makeWorkflow(ben.api, graphOf([node])));
    t.is(run.nodeResults.t.status, "complete", JSON.stringify(run));
    t.deepEqual([asked, way.left(), await charges(ben, run.id)], [1, 0, 1]);
  },
);
