import test from "ava";
import type { PluginHost } from "../../../plugins/kit/define-plugin.js";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import { checkTextModel } from "../../../plugins/kit/conformance/text-model.js";
import type { ModelProvider, ProviderJob, ProviderProgress } from "../../../plugins/kit/model-provider.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { fal } from "../../stand-ins/upstream/fal.js";
import { serveUpstream, type Upstream } from "../../stand-ins/upstream/serve-upstream.js";
import { type Case, CASES, ctx, KEY, open, signal } from "../../helpers/upstream-cases.js";
function jobOf(provider: ModelProvider, { model: id, params }: Case, prompt: string): ProviderJob {
  const model = provider.models.find((each) => each.id === id);
  if (!model) throw new Error(id);
  return { id: `job ${prompt}`, model, params: { ...params, prompt } };
}

/** Drives a job to its end without the pauses that the provider asks for. */
async function drive(provider: ModelProvider, job: ProviderJob): Promise<ProviderProgress[]> {
  let last = await provider.submit(job, ctx);
  const steps = [last];
  while (last.state === "pending" && steps.length < 10) {
    if (!provider.poll) throw new Error("It cannot be polled.");
    last = await provider.poll(JSON.parse(JSON.stringify(last.handle)), job, ctx);
    steps.push(last);
  }
  return steps;
}

for (const [id, each] of Object.entries(CASES)) {
  const begin = async (t: { teardown(end: () => Promise<void>): void }): Promise<Upstream> => {
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    return upstream;
  };

  test(`${id}: every model keeps the contract against the vendor's protocol (rules/models 36)`, async (t) => {
    const upstream = await begin(t);
    const report = await checkModelProvider(open("modelProvider", each, upstream.url), { jobMs: 60_000 });
    t.deepEqual(
      report.filter(({ ok }) => !ok),
      [],
    );
  });

  test(`${id}: refusals of an order have their class, and are tried once (rules/models 25)`, async (t) => {
    const upstream = await begin(t);
    const provider = open("modelProvider", each, upstream.url);
    for (const [what, fault, expected] of each.faults) {
      upstream.faults = [fault];
      const before = upstream.seen.length;
      const error = await t.throwsAsync(
        () => provider.submit(jobOf(provider, each, "x"), ctx),
        { instanceOf: ProviderError },
        what,
      );
      t.like(error, expected, what);
      t.is(upstream.seen.length, before + 1 + (each.looks ?? 0), what);
    }
    const wrong = open("modelProvider", each, upstream.url, "another key");
    if (each.hasKey !== false)
      t.like(await t.throwsAsync(() => wrong.submit(jobOf(wrong, each, "x"), ctx)), {
        failure: "provider_auth",
        retryable: false,
      });
    const left = await serveUpstream(each.vendor(KEY));
    await left.close();
    const nowhere = open("modelProvider", each, left.url);
    const unreached = await t.throwsAsync(() => nowhere.submit(jobOf(nowhere, each, "x"), ctx));
    t.like(unreached, { failure: "provider_unavailable", retryable: true });
  });

  for (const [prompt, expected] of each.ends)
    test(`${id}: ${prompt} is a failure with its class (rules/models 25)`, async (t) => {
      const upstream = await begin(t);
      const provider = open("modelProvider", each, upstream.url);
      const error = await t.throwsAsync(() => drive(provider, jobOf(provider, each, prompt)), {
        instanceOf: ProviderError,
      });
      t.like(error, expected);
      t.is(upstream.orders.length, 1);
    });

  test(`${id}: without a key there is nothing (rules/models 6)`, (t) => {
    const given = each.plugin.provides.modelProvider as (host: PluginHost) => ModelProvider | null;
    t.is(given({ env: {} } as unknown as PluginHost), null);
  });
}

test("fal and Replicate tell how far they are, and are told to stop (rules/models 24)", async (t) => {
  for (const id of ["fal", "replicate"] as const) {
    const upstream = await serveUpstream(CASES[id].vendor(KEY));
    const provider = open("modelProvider", CASES[id], upstream.url);
    const steps = await drive(provider, jobOf(provider, CASES[id], "[endless]"));
    if (id === "fal")
      t.deepEqual(
        steps.slice(0, 2).map((step) => step.state === "pending" && step.queuePosition),
        [2, 1],
      );
    else t.like(steps[1], { progress: 0.5 });
    const [first] = steps;
    if (first?.state !== "pending") throw new Error("It ended.");
    await provider.cancel?.(first.handle, jobOf(provider, CASES[id], "[endless]"));
    t.regex(upstream.seen.at(-1)?.path ?? "", /cancel$/);
    await upstream.close();
  }
});

test("an upstream's address on another host is not asked with the key (rules/models 40)", async (t) => {
  const thief = await serveUpstream(() => ({ json: {} }));
  const vendor = fal(KEY);
  const upstream = await serveUpstream((seen, own) => {
    const answer = vendor(seen, own);
    const json = answer?.json as { status_url?: string } | undefined;
    if (json?.status_url) json.status_url = `${thief.url}/steal`;
    return answer;
  });
  const provider = open("modelProvider", CASES.fal, upstream.url);
  t.is((await drive(provider, jobOf(provider, CASES.fal, "x"))).at(-1)?.state, "succeeded");
  t.deepEqual(thief.seen, []);
  await thief.close();
  await upstream.close();
});

for (const id of ["openai", "google", "openai-compatible"] as const)
  test(`${id}: the text model keeps the contract, and translates (rules/models 36)`, async (t) => {
    const each = CASES[id];
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    const model = open("textModel", each, upstream.url);
    t.deepEqual(
      (await checkTextModel(model)).filter(({ ok }) => !ok),
      [],
    );
    const { segments, usage } = await model.translate(
      { id: "1", sourceLocale: "en", targetLocale: "de", brief: "", segments: { a: "Hello", b: "World" } },
      { signal },
    );
    t.deepEqual(segments, { a: "~Hello", b: "~World" });
    t.true(usage.outputTokens > 0);
  });
