import { tmpdir } from "node:os";
import test from "ava";
import type { PluginHost } from "../../../plugins/kit/define-plugin.js";
import plugin from "../../../plugins/providers/local/index.js";
import { localProvider } from "../../helpers/run-local.js";

const bare: PluginHost = {
  env: {},
  baseUrl: "",
  dataDir: tmpdir(),
  deriveKey: () => Buffer.alloc(32),
  log: { info: () => {}, warn: () => {} },
};

test("the plugin provides its models without any setting (rules/models 33)", async (t) => {
  const { modelProvider } = plugin.provides;
  const made = typeof modelProvider === "function" ? await modelProvider(bare) : null;
  t.deepEqual(made?.models, localProvider.models);
});

test("each model says in its name whether a neural model is at work (rules/models 33)", (t) => {
  const neural = new Map([["local-cleanup", /a small neural network/u]]);
  for (const { id, displayName } of localProvider.models)
    t.regex(displayName, neural.get(id) ?? /without a neural|not a neural/u);
});
