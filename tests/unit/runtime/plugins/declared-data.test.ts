import test from "ava";
import type { PluginDefinition, PluginHost } from "../../../../plugins/kit/define-plugin.js";
import type { ModelProvider, ProviderModel } from "../../../../plugins/kit/model-provider.js";
import type { TextModel } from "../../../../plugins/kit/text-model.js";
import type { Transcriber } from "../../../../plugins/kit/transcriber.js";
import { openDrivers } from "../../../../runtime/plugins/read-plugin.js";
import { PluginRegistry } from "../../../../runtime/plugins/registry.js";
import { workableProviders, workableTranscribers } from "../../../../runtime/plugins/workable-providers.js";

const model = (id: string): ProviderModel => ({
  id,
  kind: "image",
  displayName: id,
  providerModelId: id,
  paidOnly: false,
  pricing: { creditsPerImage: { "*": 1 } },
  capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 },
});

/** Provider whose list changes while it serves, and in the end cannot be read. */
class Changing implements ModelProvider {
  readonly id = "changing";
  readonly resubmit = "once";
  readonly list = [model("first")];
  #isBroken = false;
  closed = 0;

  get models(): ProviderModel[] {
    if (this.#isBroken) throw new Error("the list is away");
    return this.list;
  }

  async submit(): Promise<never> {
    this.#isBroken = true;
    throw new Error("no work");
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

async function serve(provides: PluginDefinition["provides"]): Promise<PluginRegistry> {
  const registry = new PluginRegistry();
  const plugin = { name: "p", version: "1" };
  const provided = await openDrivers({ ...plugin, provides }, {} as PluginHost, registry);
  registry.swap({ ...plugin, file: "a test", status: "loaded", error: null }, provided);
  return registry;
}

const hosted = new Set(["generation.image", "transcriptions"]);

test("what a provider declares is read once, when it is opened (rules/models 50)", async (t) => {
  const raw = new Changing();
  const registry = await serve({ modelProvider: raw });
  const ids = () => workableProviders(registry, hosted).map(({ models }) => models.map(({ id }) => id));
  raw.list.push(model("second"));
  Object.assign(raw.list[0] ?? {}, { id: "renamed" });
  t.deepEqual(ids(), [["first"]]);
  const seen = registry.get("modelProvider", "changing");
  await t.throwsAsync(async () => seen?.submit({} as never, {} as never), { message: "no work" });
  t.throws(() => raw.models);
  t.deepEqual(ids(), [["first"]]);
  await registry.close();
  t.is(raw.closed, 1, "functions run on the driver itself");
});

test("a driver that cannot be read when it is opened is refused with the reason, and closed (rules/models 50)", async (t) => {
  const broken = new Changing();
  await t.throwsAsync(broken.submit());
  const opened = serve({ modelProvider: () => broken });
  await t.throwsAsync(opened, { message: "the list is away" });
  t.is(broken.closed, 1);
});

test("what other drivers declare is read once too (rules/models 50)", async (t) => {
  let reads = 0;
  const counted = <T>(value: T): T => {
    reads += 1;
    return value;
  };
  const prices = { input: 1, output: 2 };
  const text: TextModel = {
    id: "text",
    get displayName() {
      return counted("Text");
    },
    creditsPerThousandTokens: prices,
    maxOutputTokens: 5,
    countTokens: () => 1,
    generate: () => Promise.reject(new Error("none")),
    translate: () => Promise.reject(new Error("none")),
  };
  const transcriber: Transcriber = {
    id: "words",
    provider: "words",
    get displayName() {
      return counted("Words");
    },
    resubmit: "once",
    concurrency: Number.POSITIVE_INFINITY,
    submit: () => Promise.reject(new Error("none")),
  };
  const registry = await serve({ textModel: text, transcriber });
  t.is(reads, 2);
  prices.output = 9;
  const seen = registry.get("textModel", "text");
  t.is(seen?.displayName, "Text");
  t.deepEqual(seen?.creditsPerThousandTokens, { input: 1, output: 2 });
  t.is(workableTranscribers(registry, hosted)[0]?.displayName, "Words");
  t.is(registry.get("transcriber", "words")?.concurrency, Number.POSITIVE_INFINITY);
  t.is(reads, 2);
});
