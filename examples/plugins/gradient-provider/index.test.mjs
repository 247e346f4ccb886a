import assert from "node:assert/strict";
import test from "node:test";
import plugin, { coloursOf } from "./index.mjs";

class ProviderError extends Error {
  constructor(failure, message) {
    super(message);
    this.failure = failure;
  }
}
const { modelProvider } = plugin({ definePlugin: (definition) => definition, ProviderError }).provides;
const context = { signal: new AbortController().signal };
const job = (prompt, numImages = 1) => ({ params: { prompt, aspectRatio: "1:1", numImages } });

test("the same prompt gives the same colours, another one others", () => {
  assert.deepEqual(coloursOf("sea"), coloursOf("sea"));
  assert.notDeepEqual(coloursOf("sea"), coloursOf("fire"));
});

test("a job ends in as many pictures as it asks for", async () => {
  const { state, handle } = await modelProvider.submit(job("sea", 3), context);
  assert.equal(state, "pending");
  const done = await modelProvider.poll(JSON.parse(JSON.stringify(handle)), job("sea", 3), context);
  assert.equal(done.outputs.length, 3);
  assert.equal(done.outputs[0].body.subarray(1, 4).toString(), "PNG");
});

test("a refusal says its class", async () => {
  await assert.rejects(modelProvider.submit(job("[refuse]"), context), { failure: "content_policy" });
});
