import test from "ava";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { TextModel } from "../../../plugins/kit/text-model.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln({ UPSTREAM_TIMEOUT_SECONDS: "1" });
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Returns the `detail` of a text node whose model answers so. */
async function detailWith(generate: TextModel["generate"]): Promise<string> {
  const { id: model } = lendTextModel(kiln, async (request) => marked(request), generate);
  const node = { id: "t", type: "generateText", data: { model, instruction: "Describe a fox." } };
  const run = await runToEnd(ann.api, await makeWorkflow(ann.api, graphOf([node])));
  return `${run.nodeResults.t.status}: ${run.nodeResults.t.detail}`;
}

test("a text that fails costs nothing: its node tells the model's own sentence, or Kiln's and that nothing was charged (rules/workflows 17)", async (t) => {
  const refused = await detailWith(async () => {
    throw new ProviderError("content_policy", "No foxes, please.");
  });
  t.is(refused, "error: No foxes, please.");
  const foreign = await detailWith(async () => {
    throw new TypeError("secret.path is undefined");
  });
  t.is(foreign, "error: The text model failed unexpectedly. This text was not charged.");
  const unreadable = await detailWith(async () => ({ text: 5 }) as never);
  t.is(unreadable, "error: The text model gave an answer that cannot be read. This text was not charged.");
  const silent = await detailWith(() => new Promise(() => {}));
  t.is(silent, "error: The text model did not answer within 1 seconds. This text was not charged.");
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 500);
});
