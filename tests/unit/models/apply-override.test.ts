import test from "ava";
import { applyOverride } from "../../../services/models/apply-override.js";
import { imageModel } from "../../helpers/declared-models.js";

const own = imageModel({}, { creditsPerRun: 5, creditsPerImage: { "*": 1 } });

test("an operator's values replace the plugin's own, pricing as a whole (rules/models 7)", (t) => {
  const changed = applyOverride(own, {
    enabled: false,
    paidOnly: true,
    pricing: { creditsPerRun: 0 },
  });
  t.deepEqual(changed, { ...own, enabled: false, paidOnly: true, pricing: { creditsPerRun: 0 } });
  t.true(own.enabled);
});

test("null, or nothing, returns to the plugin's own (rules/models 7; rules/operations 8)", (t) => {
  t.deepEqual(applyOverride(own, {}), own);
  t.deepEqual(applyOverride(own, { enabled: null, paidOnly: null, pricing: null }), own);
  t.deepEqual(applyOverride(own, { paidOnly: true }), { ...own, paidOnly: true });
});

test("false is a value, not an absence", (t) => {
  t.false(applyOverride({ ...own, paidOnly: true }, { paidOnly: false }).paidOnly);
});
