import test from "ava";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";
import { serveInputs } from "../../../plugins/kit/conformance/serve-inputs.js";
import type { ProviderJob } from "../../../plugins/kit/model-provider.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { mockProvider } from "../../../plugins/providers/mock/mock-provider.js";
import { mockModel } from "../../helpers/mock-model.js";

const jobOf = (prompt: string): ProviderJob => ({
  id: "job",
  model: mockModel("mock-image"),
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});

const media = await makeSampleMedia();
const ctxOf = (signal = new AbortController().signal) => serveInputs(media, signal);

async function submitted(prompt: string) {
  const progress = await mockProvider.submit(jobOf(prompt), ctxOf());
  if (progress.state !== "pending") throw new Error("submit did not answer pending");
  return progress;
}

const poll = async (handle: Parameters<NonNullable<typeof mockProvider.poll>>[0], prompt = "") =>
  mockProvider.poll?.(handle, jobOf(prompt), ctxOf());

test("a job without directives is pending once, to be polled at once", async (t) => {
  const { handle, pollAfterMs } = await submitted("a kite");
  t.is(pollAfterMs, 0);
  t.is((await poll(handle))?.state, "succeeded");
});

test("[slow=SECONDS] stays pending until its time has come (rules/models 34)", async (t) => {
  const { handle, pollAfterMs } = await submitted("[slow=3600]");
  t.is(pollAfterMs, 1000);
  t.is(Number(handle["readyAt"]) - Number(handle["startedAt"]), 3_600_000);
  const still = await poll(handle);
  t.like(still, { state: "pending", pollAfterMs: 1000, handle });
  t.is((await poll({ ...handle, readyAt: Date.now() }))?.state, "succeeded");
});

test("a short [slow] is polled when it is ready, not before 5 ms", async (t) => {
  t.is((await submitted("[slow=0.3]")).pollAfterMs, 300);
  t.is((await submitted("[slow=0.001]")).pollAfterMs, 5);
});

test("[fail] fails when the job would be ready: unknown, not retryable, not charged (rules/models 34)", async (t) => {
  const { handle } = await submitted("[fail]");
  const error = await t.throwsAsync(poll(handle), { instanceOf: ProviderError });
  t.like(error, { failure: "unknown", retryable: false, charged: false });
  const slow = await submitted("[fail] [slow=60]");
  t.is((await poll(slow.handle))?.state, "pending");
});

test("[upstream=429] and [upstream=503] fault each call upstream, retryable (rules/models 34)", async (t) => {
  for (const attempt of [1, 2]) {
    const limited = await t.throwsAsync(submitted("[upstream=429]"), { instanceOf: ProviderError });
    t.like(limited, { failure: "rate_limited", retryable: true, retryAfterMs: 1000 }, `attempt ${attempt}`);
    const away = await t.throwsAsync(submitted("[upstream=503]"), { instanceOf: ProviderError });
    t.like(away, { failure: "provider_unavailable", retryable: true, charged: false });
  }
});

test("[upstream=hang] answers only when its signal aborts (rules/models 34)", async (t) => {
  const controller = new AbortController();
  let hasEnded = false;
  const call = mockProvider.submit(jobOf("[upstream=hang]"), ctxOf(controller.signal)).finally(() => {
    hasEnded = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.false(hasEnded);
  controller.abort();
  const error = await t.throwsAsync(call, { instanceOf: ProviderError });
  t.like(error, { failure: "timeout", retryable: true });
});

test("poll refuses an aborted call and a foreign handle", async (t) => {
  const { handle } = await submitted("a kite");
  const aborted = async () => mockProvider.poll?.(handle, jobOf(""), ctxOf(AbortSignal.abort()));
  t.like(await t.throwsAsync(aborted, { instanceOf: ProviderError }), { failure: "timeout" });
  const foreign = await t.throwsAsync(poll({ requestId: "abc" }), { instanceOf: ProviderError });
  t.like(foreign, { failure: "unknown", retryable: false });
});

test("cancel changes nothing", async (t) => {
  const { handle } = await submitted("a kite");
  await t.notThrowsAsync(async () => mockProvider.cancel?.(handle, jobOf("a kite")));
});

test("a missing input is refused at submit, also where it changes nothing", async (t) => {
  const job = jobOf("a kite");
  const params = { ...job.params, referenceStorageIds: ["11111111-1111-4111-8111-111111111111"] };
  await t.throwsAsync(mockProvider.submit({ ...job, params }, ctxOf()), {
    message: /have no 11111111/,
  });
});
