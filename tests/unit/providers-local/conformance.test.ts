import test from "ava";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import plugin from "../../../plugins/providers/local/index.js";
import { localProvider } from "../../../plugins/providers/local/local-provider.js";

test("the local provider passes the conformance suite", async (t) => {
  const report = await checkModelProvider(localProvider);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
});

test("the plugin provides its models without any setting (decisions 6: no credentials)", (t) => {
  t.is(plugin.provides.modelProvider, localProvider);
});

test("each model says in its name that no neural model is at work (decisions 6: honest names)", (t) => {
  for (const { displayName } of localProvider.models) t.regex(displayName, /without a neural|not a neural/u);
});
