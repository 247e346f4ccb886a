import test from "ava";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import { mockProvider } from "../../../plugins/providers/mock/mock-provider.js";

test("the mock provider passes the suite that each model provider runs (rules/models 36)", async (t) => {
  const report = await checkModelProvider(mockProvider);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
  t.true(report.length > mockProvider.models.length * 5);
});
