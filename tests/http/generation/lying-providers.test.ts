import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import { Hold } from "../../../entities/hold.js";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { Task } from "../../../entities/task.js";
import type { ModelProvider } from "../../../plugins/kit/model-provider.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type LentProvider, submitTo } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln({
    UPSTREAM_RETRY_SECONDS: "5",
    UPSTREAM_TIMEOUT_SECONDS: "4",
    SIGNUP_CREDITS: "10000",
  });
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

let count = 0;
const submit = (provider: LentProvider): Promise<string> => {
  count += 1;
  return submitTo(kiln, ann, `liar-${count}`, provider);
};
type Answer = Awaited<ReturnType<ModelProvider["submit"]>>;
const answering = (answer: unknown) => async () => answer as Answer;
const pending = (pollAfterMs = 1) => ({ state: "pending", handle: { at: 1 }, pollAfterMs }) as const;
const picture = async (): Promise<Answer> => ({
  state: "succeeded",
  outputs: [
    {
      contentType: "image/png",
      body: await makePng(8, 8, [
        [1, 2, 3],
        [4, 5, 6],
      ]),
    },
  ],
});
const circular: Record<string, unknown> = {};
circular.self = circular;

const SHAPES: [string, unknown, RegExp][] = [
  ["nothing", undefined, /gave undefined instead of an object/],
  ["null", null, /gave null instead of an object/],
  ["a text", "done", /gave "done" instead of an object/],
  ["a list", [], /gave a list instead of an object/],
  ["no state", {}, /gave the state undefined; the states are "pending" and "succeeded"/],
  ["an unknown state", { state: "finished" }, /gave the state "finished"/],
  ["a failure that is returned", { state: "failed", error: "no" }, /gave the state "failed"/],
  ["pending without a handle", { state: "pending", pollAfterMs: 5 }, /undefined as handle/],
  ["a handle that is a text", { state: "pending", handle: "x", pollAfterMs: 5 }, /"x" as handle/],
  ["a handle that is no JSON", { state: "pending", handle: circular, pollAfterMs: 5 }, /an object as handle/],
  [
    "a handle of a megabyte",
    { state: "pending", handle: { x: "x".repeat(2 ** 20) }, pollAfterMs: 5 },
    /at most 65536 bytes/,
  ],
  ["no time to poll", { state: "pending", handle: {} }, /undefined as pollAfterMs/],
  [
    "a time to poll that never comes",
    { state: "pending", handle: {}, pollAfterMs: Infinity },
    /Infinity as pollAfterMs/,
  ],
  ["outputs that are no list", { state: "succeeded", outputs: {} }, /an object as outputs/],
  ["an output that is nothing", { state: "succeeded", outputs: [null] }, /undefined as contentType/],
  [
    "an output without a type",
    { state: "succeeded", outputs: [{ body: Buffer.from("x") }] },
    /undefined as contentType/,
  ],
  [
    "a body that is a text",
    { state: "succeeded", outputs: [{ contentType: "image/png", body: "x" }] },
    /body is "x"/,
  ],
  [
    "a file of this machine",
    { state: "succeeded", outputs: [{ contentType: "image/png", body: new URL("file:///etc/passwd") }] },
    /http URL/,
  ],
];
for (const [name, answer, message] of SHAPES) {
  test(`an answer of an unknown shape fails the job at once, uncharged: ${name} (rules/models 30)`, async (t) => {
    let submits = 0;
    const first = await submit({
      submit: async () => {
        submits += 1;
        return answer as Answer;
      },
    });
    const second = await submit({ submit: answering(pending()), poll: answering(answer) });
    for (const id of [first, second]) {
      const job = await waitForJob(ann.api, id);
      t.is(job.status, "failed");
      t.is(job.costCredits, 0);
      t.deepEqual(job.error, { code: "unknown", retryable: false });
      t.regex(job.errorMessage, message);
    }
    t.is(submits, 1, "it is not ordered again");
  });
}

const FAULTS: [string, () => unknown, string][] = [
  ["nothing", () => undefined, "unknown"],
  ["a text", () => "no", "unknown"],
  ["an object", () => ({ code: "rate_limited", retryable: true }), "unknown"],
  [
    "a class that there is not",
    () => Object.assign(new ProviderError("unknown", "x"), { failure: "toString" }),
    "unknown",
  ],
  ["no message", () => new ProviderError("content_policy", " "), "content_policy"],
];
for (const [name, fault, code] of FAULTS) {
  test(`what a provider throws ends its job with a sentence: ${name} (rules/models 25)`, async (t) => {
    const job = await waitForJob(
      ann.api,
      await submit({
        submit: async () => {
          throw fault();
        },
      }),
    );
    t.is(job.status, "failed");
    t.is(job.error.code, code);
    t.truthy(job.errorMessage);
  });
}

test("a provider's message of a megabyte is cut", async (t) => {
  const id = await submit({
    submit: async () => {
      throw new ProviderError("invalid_params", "no ".repeat(400_000));
    },
  });
  t.true((await waitForJob(ann.api, id)).errorMessage.length <= 2000);
});

test("no wish of a provider makes polls or retries come faster than every 200 ms (rules/models 32)", async (t) => {
  const asked: number[] = [];
  const polled = await submit({
    submit: answering(pending(-5)),
    poll: async () => {
      asked.push(Date.now());
      return asked.length < 6 ? pending(0) : picture();
    },
  });
  t.is((await waitForJob(ann.api, polled)).status, "succeeded");
  const tried: number[] = [];
  const limited = await submit({
    submit: async () => {
      tried.push(Date.now());
      if (tried.length < 5) throw new ProviderError("rate_limited", "slow down", { retryAfterMs: 0 });
      return picture();
    },
  });
  t.is((await waitForJob(ann.api, limited)).status, "succeeded");
  for (const times of [asked, tried])
    for (const [index, at] of times.slice(1).entries())
      t.true(at - (times[index] ?? 0) >= 195, String(times));
});

test("a job that stays pending beyond its provider's deadlineSeconds fails uncharged and is called off upstream (rules/models 32)", async (t) => {
  const canceled: unknown[] = [];
  const cancel: ModelProvider["cancel"] = async (handle) => void canceled.push(handle.at);
  const endless = await submit({
    deadlineSeconds: 1,
    submit: answering({ state: "pending", handle: { at: "endless" }, pollAfterMs: 1e15 }),
    poll: answering({ state: "pending", handle: { at: "endless" }, pollAfterMs: 1e15 }),
    cancel,
  });
  const hanging = await submit({
    deadlineSeconds: 1,
    submit: answering({ state: "pending", handle: { at: "hanging" }, pollAfterMs: 1 }),
    poll: () => new Promise(() => {}),
    cancel,
  });
  const failing = await submit({
    deadlineSeconds: 1,
    submit: answering({ state: "pending", handle: { at: "failing" }, pollAfterMs: 1 }),
    poll: async () => {
      throw new ProviderError("rate_limited", "not now", { retryAfterMs: 10 });
    },
    cancel,
  });
  for (const id of [endless, hanging, failing]) {
    const job = await waitForJob(ann.api, id);
    t.is(job.status, "failed");
    t.deepEqual(job.error, { code: "timeout", retryable: true });
    t.regex(job.errorMessage, /within 1 seconds\. Nothing was charged/);
    t.is(job.costCredits, 0);
    t.true(await until(async () => (await kiln.host.read.count(Task, { subject: id })) === 0));
    t.is(await kiln.host.read.count(Hold, { id }), 0);
  }
  t.deepEqual(canceled.toSorted(), ["endless", "failing", "hanging"]);
});

test("behind a circuit that stays open each job ends when its own time is over, and is called off upstream (rules/generation 16)", async (t) => {
  const canceled: unknown[] = [];
  const polled = Promise.withResolvers<void>();
  const open = { failures: 5, openUntil: Date.now() + 50_000, trialAt: 0 };
  let circuit = "";
  const id = await submit({
    submit: answering(pending(200)),
    async poll() {
      if (circuit === "") {
        circuit = (await kiln.host.read.findOne(GenerationJob, { id }))?.provider ?? "";
        await kiln.host.transact((tx) => tx.insert(ProviderCircuit, { id: circuit, ...open }));
      }
      polled.resolve();
      return pending(200);
    },
    cancel: async (handle) => void canceled.push(handle.at),
  });
  await polled.promise;
  const job = await waitForJob(ann.api, id);
  t.is(job.status, "failed");
  t.deepEqual(job.error, { code: "provider_unavailable", retryable: true });
  t.regex(job.errorMessage, /did not work for 5 seconds\. Nothing was charged/);
  t.is(await kiln.host.read.count(Hold, { id }), 0);
  t.true(await until(async () => canceled.length === 1));
  const state = await kiln.host.read.findOne(ProviderCircuit, { id: circuit });
  t.is(state?.openUntil, open.openUntil, "the circuit is open still");
});

test("a fault while a job is pending is retried from then on, however long the job had been going well (rules/models 28)", async (t) => {
  let polls = 0;
  const id = await submit({
    submit: answering(pending()),
    poll: async () => {
      polls += 1;
      // The job counts as pending for longer than UPSTREAM_RETRY_SECONDS.
      if (polls === 1) {
        await kiln.host.transact((tx) =>
          tx.run("UPDATE generation_jobs SET upstreamSince = ? WHERE id = ?", [Date.now() - 60_000, id]),
        );
        return pending(300);
      }
      if (polls === 2) throw new ProviderError("provider_unavailable", "a moment");
      return picture();
    },
  });
  t.is((await waitForJob(ann.api, id)).status, "succeeded");
});

test("an answer without a shape that comes after the call was given up on hurts nobody", async (t) => {
  let answer = (): void => {};
  const id = await submit({
    submit: () => new Promise((resolve) => (answer = () => resolve(undefined as never))),
  });
  await waitForJob(ann.api, id, ["running"]);
  t.is((await ann.api.post(`/v1/generations/${id}/cancel`)).status, 200);
  answer();
  t.true(await until(async () => (await kiln.host.read.count(Task, { subject: id })) === 0));
  t.is((await waitForJob(ann.api, id)).status, "canceled");
});
