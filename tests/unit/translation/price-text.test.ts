import fc from "fast-check";
import test from "ava";
import { mockTextModel } from "../../../plugins/providers/mock/mock-text-model.js";
import { fitsOneCall, joinTexts, priceOf, worstCase } from "../../../services/translation/price-text.js";

const price = (input: number, output: number) => ({ creditsPerThousandTokens: { input, output } });

test("a call costs the sum of both rates, rounded up once, at least 1 (rules/billing 2; rules/translation 6)", (t) => {
  t.is(priceOf(price(1, 2), { inputTokens: 1000, outputTokens: 500 }), 2);
  t.is(priceOf(price(0.5, 0.5), { inputTokens: 1000, outputTokens: 1000 }), 1);
  t.is(priceOf(price(1, 2), { inputTokens: 1001, outputTokens: 0 }), 2);
  t.is(priceOf(price(0.001, 0.001), { inputTokens: 1, outputTokens: 1 }), 1);
});

test("what is held covers what the mock model uses, whatever the texts", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })),
      fc.string(),
      async (segments, brief) => {
        const { usage } = await mockTextModel.translate(
          { id: "1", sourceLocale: "en", targetLocale: "zh-Hant-TW", brief, segments },
          { signal: new AbortController().signal },
        );
        const held = worstCase(mockTextModel, brief, joinTexts(Object.values(segments)));
        return usage.inputTokens <= held.inputTokens && usage.outputTokens <= held.outputTokens;
      },
    ),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
  t.pass();
});

test("what cannot fit one answer is known before the call", (t) => {
  t.true(fitsOneCall(mockTextModel, joinTexts(["short"])));
  t.false(fitsOneCall({ ...mockTextModel, maxOutputTokens: 10 }, joinTexts(["x".repeat(100)])));
});
