import { PassThrough, Readable } from "node:stream";
import test from "ava";
import { Task } from "../../../entities/task.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { endUnfinished } from "../../../services/generation/end-job.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type LentProvider, submitTo as lend } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const submitTo = (id: string, provider: LentProvider) => lend(kiln, ann, id, provider);

const tasksOf = (subject: string): Promise<number> => kiln.host.read.count(Task, { subject });

test("a provider that gives no result fails the job, which costs nothing (rules/models 30)", async (t) => {
  const id = await submitTo("empty", { submit: async () => ({ state: "succeeded", outputs: [] }) });
  const job = await waitForJob(ann.api, id);
  t.is(job.status, "failed");
  t.is(job.costCredits, 0);
  t.false(job.charged);
});

test("a job that ended elsewhere while it was handed over leaves no task behind", async (t) => {
  const canceled: unknown[] = [];
  const id = await submitTo("unheard", {
    submit: async (job) => {
      // The row is changed as by another process whose signal was lost.
      await kiln.host.transact((tx) => endUnfinished(tx, kiln.host, job, "canceled", null));
      return { state: "pending", handle: { upstream: job.id }, pollAfterMs: 1 };
    },
    cancel: async (handle) => void canceled.push(handle.upstream),
  });
  t.is((await waitForJob(ann.api, id)).status, "canceled");
  t.true(await until(async () => (await tasksOf(id)) === 0));
  t.deepEqual(canceled, [id], "the handle that nobody stored is called off");
});

test("a job whose run is interrupted before anything is sent is submitted again, also where submits never are (rules/models 49)", async (t) => {
  const steps: string[] = [];
  let isWaiting = false;
  const id = await submitTo("unsent", {
    submit: async (_job, { beforeSending, signal }) => {
      if (!beforeSending) throw new Error("The context has no beforeSending.");
      await beforeSending(async () => {
        steps.push("before");
        isWaiting = true;
        if (steps.length === 1)
          await new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          );
      });
      steps.push("sent");
      throw new ProviderError("content_policy", "It was sent.");
    },
  });
  t.true(await until(async () => isWaiting));
  kiln.host.tasks.interrupt(id);
  const job = await waitForJob(ann.api, id);
  t.is(job.errorMessage, "It was sent.", JSON.stringify(job));
  t.deepEqual(steps, ["before", "before", "sent"]);
});

test("a job canceled while it is handed over is called off when its handle comes (rules/generation 6)", async (t) => {
  const canceled: unknown[] = [];
  let isHandedOver = false;
  let answer = (): void => {};
  const id = await submitTo("slow-hand", {
    submit: async (job) => {
      isHandedOver = true;
      // The provider ignores its signal, and takes the job all the same.
      await new Promise<void>((resolve) => (answer = resolve));
      return { state: "pending", handle: { upstream: job.id }, pollAfterMs: 1 };
    },
    cancel: async (handle) => {
      canceled.push(handle.upstream);
      throw new Error("The upstream would not hear of it.");
    },
  });
  await until(async () => isHandedOver);
  t.is((await ann.api.post(`/v1/generations/${id}/cancel`)).status, 200);
  await until(async () => (await tasksOf(id)) === 0);
  answer();
  t.true(await until(async () => canceled.length > 0));
  t.deepEqual(canceled, [id]);
  t.is((await waitForJob(ann.api, id)).status, "canceled");
});

test("of results that cannot all be copied no stream stays open", async (t) => {
  const second = new PassThrough();
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from("begun");
        throw new Error("The upstream broke off.");
      })(),
    );
  let isFirst = true;
  await submitTo("broken", {
    submit: async () => {
      const body = isFirst ? second : Readable.from([Buffer.from("whole")]);
      isFirst = false;
      return {
        state: "succeeded",
        outputs: [broken(), body].map((each) => ({ contentType: "image/png", body: each })),
      };
    },
  });
  t.true(await until(async () => second.destroyed));
});

test("a provider's own sentence stays as it is, and Kiln's says that nothing was charged (rules/billing 9)", async (t) => {
  const refused = await submitTo("refuses", {
    submit: async () => {
      throw new ProviderError("content_policy", "No cats, please.");
    },
  });
  t.is((await waitForJob(ann.api, refused)).errorMessage, "No cats, please.");
  const unusable = await submitTo("unusable", { submit: async () => ({ state: "succeeded", outputs: [] }) });
  t.is(
    (await waitForJob(ann.api, unusable)).errorMessage,
    "The provider unusable gave no result, so its answer cannot be used. Nothing was charged.",
  );
  const foreign = await submitTo("foreign", {
    submit: async () => {
      throw new TypeError("secret.path is undefined");
    },
  });
  t.is(
    (await waitForJob(ann.api, foreign)).errorMessage,
    "The provider failed unexpectedly. Nothing was charged.",
  );
  const deaf = await submitTo("deaf", {
    submit: async () => ({ state: "pending", handle: {}, pollAfterMs: 1 }),
  });
  t.is(
    (await waitForJob(ann.api, deaf)).errorMessage,
    "The provider deaf cannot be polled. Nothing was charged.",
  );
});
