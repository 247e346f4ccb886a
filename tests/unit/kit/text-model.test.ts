import test from "ava";
import { checkTextModel } from "../../../plugins/kit/conformance/text-model.js";
import type { TextModel } from "../../../plugins/kit/text-model.js";
import { translateByPrompt } from "../../../plugins/kit/translate-by-prompt.js";
import { mockTextModel } from "../../../plugins/providers/mock/mock-text-model.js";
import { driverProblem } from "../../../runtime/plugins/check-driver.js";

const failures = async (change: Partial<TextModel>) =>
  (await checkTextModel({ ...mockTextModel, ...change })).filter(({ ok }) => !ok).map(({ detail }) => detail);

const writing = (text: string): Partial<TextModel> => ({
  generate: async () => ({ text, usage: { inputTokens: 1, outputTokens: 1 } }),
});

const request = { id: "1", sourceLocale: "en", targetLocale: "pt-BR", brief: "warm", segments: { a: "One" } };
const signal = new AbortController().signal;

test("the mock text model conforms and marks translations with the target locale (rules/models 34)", async (t) => {
  t.deepEqual(await failures({}), []);
  const { segments } = await mockTextModel.translate(request, { signal });
  t.deepEqual(segments, { a: "[pt-BR] One" });
});

test("directives steer the mock text model (rules/models 34)", async (t) => {
  const fail = (text: string) => mockTextModel.translate({ ...request, segments: { a: text } }, { signal });
  await t.throwsAsync(fail("no [fail]"), { name: "ProviderError", message: /told to fail/ });
  await t.throwsAsync(fail("[upstream=429]"), { name: "ProviderError", message: /429/ });
});

test("segments that do not come back, an empty answer and too many tokens are found", async (t) => {
  const usage = { inputTokens: 1, outputTokens: 1 };
  t.regex((await failures({ translate: async () => ({ segments: {}, usage }) })).join(), /segment 0 did not/);
  t.regex((await failures(writing(" "))).join(), /answer is empty/);
  t.regex((await failures({ countTokens: () => 0 })).join(), /counts 0 tokens/);
});

test("a model that only writes translates by prompt, fences or not", async (t) => {
  // A model in JSON mode may write blanks until its tokens end. A search in quadratic time would take minutes for these.
  const blanks = " ".repeat(400_000);
  for (const text of [
    '{"a":"Um"}',
    '```json\n{"a":"Um","b":"more"}\n```',
    '```\n{"a":"Um"}```',
    `\`\`\`json{"a":"Um",${blanks}"b":""}${blanks}\`\`\``,
  ]) {
    const model = { ...mockTextModel, ...writing(text) };
    t.deepEqual((await translateByPrompt(model, request, { signal })).segments, { a: "Um" });
  }
  const broken = { ...mockTextModel, ...writing("I cannot") };
  await t.throwsAsync(translateByPrompt(broken, request, { signal }), { name: "ProviderError" });
});

test("a text model that lacks a verb, a price or a bound is refused, and so is the id auto", (t) => {
  t.is(driverProblem("textModel", mockTextModel), null);
  t.regex(String(driverProblem("textModel", { ...mockTextModel, id: "auto" })), /taken/);
  t.regex(String(driverProblem("textModel", { ...mockTextModel, maxOutputTokens: 0 })), /maxOutputTokens/);
  t.regex(
    String(driverProblem("textModel", { ...mockTextModel, translate: undefined } as never)),
    /translate/,
  );
});
