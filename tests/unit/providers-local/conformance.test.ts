import test from "ava";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import { localProvider } from "../../helpers/run-local.js";

test("the local provider passes the conformance suite (rules/models 36)", async (t) => {
  const report = await checkModelProvider(localProvider);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
});
