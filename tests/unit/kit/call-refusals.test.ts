import test from "ava";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import type { ModelProvider, ProviderProgress } from "../../../plugins/kit/model-provider.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { mockModel } from "../../helpers/mock-model.js";

const png = await makePng(8, 8, [
  [0, 0, 0],
  [9, 9, 9],
]);
const done = (contentType: string, body = png): ProviderProgress => ({
  state: "succeeded",
  outputs: [{ contentType, body }],
});

/** Makes a provider of one model that conforms except for the change. */
const faulty = (change: Partial<ModelProvider>): ModelProvider => ({
  id: "faulty",
  models: [mockModel("mock-image")],
  resubmit: "once",
  async submit(_job, { signal }) {
    signal.throwIfAborted();
    return done("image/png");
  },
  ...change,
});

const LIMITS = { jobMs: 200, abortMs: 50 };

async function failuresOf(change: Partial<ModelProvider>): Promise<string[]> {
  const report = await checkModelProvider(faulty(change), LIMITS);
  return report.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
}

const submitting = (answer: () => ProviderProgress): Partial<ModelProvider> => ({
  async submit(_job, { signal }) {
    signal.throwIfAborted();
    return answer();
  },
});

test("a provider without a fault passes (rules/models 36)", async (t) => {
  t.deepEqual(await failuresOf({}), []);
});

test("a wrong content type, wrong bytes and a wrong count are found (rules/models 30 and 36)", async (t) => {
  t.regex((await failuresOf(submitting(() => done("audio/wav")))).join(), /audio\/wav is not image/);
  t.regex(
    (await failuresOf(submitting(() => done("image/jpeg")))).join(),
    /says image\/jpeg but starts with/,
  );
  t.regex(
    (await failuresOf(submitting(() => ({ state: "succeeded", outputs: [] })))).join(),
    /0 outputs instead of 1/,
  );
});

test("pending without poll, and a handle that JSON changes, are found (rules/models 36)", async (t) => {
  const pending: ProviderProgress = {
    state: "pending",
    handle: { at: Number.NaN },
    pollAfterMs: 0,
  };
  t.regex((await failuresOf(submitting(() => pending))).join(), /there is no poll/);
  const poll: ModelProvider["poll"] = async () => {
    throw new ProviderError("unknown", "no such work");
  };
  t.regex((await failuresOf({ ...submitting(() => pending), poll })).join(), /does not survive JSON/);
});

test("an abort that is ignored, or never answered, is found in bounded time", async (t) => {
  t.regex((await failuresOf({ submit: async () => done("image/png") })).join(), /as if nothing had happened/);
  const failures = await failuresOf({ submit: () => new Promise(() => {}) });
  t.is(failures.length, 2);
  t.regex(
    failures.join(),
    /smallest job.*ignored its signal after 200 ms.*aborted call.*ignored its signal after 50 ms/,
  );
});

test("anything thrown but ProviderError is found (rules/models 25 and 36)", async (t) => {
  const [model] = [mockModel("mock-upscale-image")];
  const failures = await failuresOf({
    models: [model],
    async submit(job, ctx) {
      ctx.signal.throwIfAborted();
      const source = await ctx.input(String(job.params["sourceStorageId"]));
      if ((await source.bytes(1e6))[0] !== 0x89) throw new TypeError("not a PNG");
      return done("image/png");
    },
  });
  t.deepEqual(failures, [
    "mock-upscale-image: broken inputs fail as ProviderError: threw TypeError (not a PNG), not ProviderError",
  ]);
});

test("a foreign handle that is accepted is found", async (t) => {
  t.deepEqual(await failuresOf({ poll: async () => done("image/png") }), [
    "a foreign handle fails as ProviderError: it was accepted",
  ]);
});

test("a model whose declaration is wrong is not called", async (t) => {
  let calls = 0;
  const failures = await failuresOf({
    models: [{ ...mockModel("mock-image"), pricing: {} }],
    async submit() {
      calls += 1;
      return done("image/png");
    },
  });
  t.is(calls, 0);
  t.deepEqual(failures, ["mock-image: every choice has a price: no pricing basis"]);
});

test("a provider whose declaration is wrong is closed too, and nothing else is checked (rules/models 36)", async (t) => {
  let closed = 0;
  const close = async () => void (closed += 1);
  const report = await checkModelProvider(faulty({ id: "", close }), LIMITS);
  t.deepEqual(
    report.map(({ name, ok }) => [name, ok]),
    [["the provider is described", false]],
  );
  t.is(closed, 1);
});
