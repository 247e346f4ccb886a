import test from "ava";
import fc from "fast-check";
import type { Pricing } from "../../../contracts/models.js";
import { estimateCredits } from "../../../services/models/price.js";
import { audioModel, imageModel } from "../../helpers/declared-models.js";

const runs = { numRuns: Number(process.env.KILN_RUNS ?? 100) };

// Rates are drawn in millionths of a credit and seconds in thousandths, so that the reference
// knows the exact fractions without reading a decimal.
const micros = fc.oneof(fc.nat(3), fc.nat(5_000_000), fc.nat(1_000_000_000));
const millis = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 1_000_000_000 }));
const text = fc.string({ unit: "grapheme", maxLength: 400 });
const credits = (millionths: number) => millionths / 1_000_000;

/**
 * Computes a price as a sum of exact fractions, each rounded to the nearest millionth, rounded up once. A price is at least 1.
 */
function reference(bases: readonly (readonly [numerator: bigint, denominator: bigint])[]): number {
  let sum = 0n;
  for (const [numerator, denominator] of bases) {
    const whole = numerator / denominator;
    sum += (numerator % denominator) * 2n >= denominator ? whole + 1n : whole;
  }
  const rounded = sum / 1_000_000n + (sum % 1_000_000n > 0n ? 1n : 0n);
  return Math.max(Number(rounded), bases.some(([numerator]) => numerator > 0n) ? 1 : 0);
}

const characters = (value: string) => Array.from(value).length;

test("an audio price equals the sum of its fractions (rules/billing 2 and 3)", (t) => {
  const lyrical = { supportsLyrics: true, supportsInstrumental: true };
  fc.assert(
    fc.property(
      micros,
      micros,
      micros,
      millis,
      text,
      text,
      (second, run, thousand, length, prompt, lyrics) => {
        const model = audioModel("music", lyrical, {
          creditsPerSecond: { "*": credits(second) },
          creditsPerRun: credits(run),
          creditsPerThousandChars: credits(thousand),
        });
        const price = estimateCredits(model, {
          kind: "audio",
          prompt,
          lyrics,
          durationSeconds: length / 1000,
        });
        const count = characters(prompt) + characters(lyrics);
        const expected = reference([
          [BigInt(second) * BigInt(length), 1000n],
          [BigInt(run), 1n],
          [BigInt(thousand) * BigInt(count), 1000n],
        ]);
        return Number.isSafeInteger(price) && price >= 0 && price === expected;
      },
    ),
    runs,
  );
  t.pass();
});

test("an image price equals the sum of its fractions (rules/billing 2 and 4)", (t) => {
  fc.assert(
    fc.property(micros, micros, fc.integer({ min: 1, max: 10_000 }), (each, run, numImages) => {
      const pricing: Pricing = {
        creditsPerImage: { "*": credits(each) },
        creditsPerRun: credits(run),
      };
      const price = estimateCredits(imageModel({ maxImages: 10_000 }, pricing), {
        kind: "image",
        prompt: "x",
        aspectRatio: "1:1",
        numImages,
      });
      return (
        price ===
        reference([
          [BigInt(each) * BigInt(numImages), 1n],
          [BigInt(run), 1n],
        ])
      );
    }),
    runs,
  );
  t.pass();
});

test("more seconds, images or characters never cost less, at any rate that a number can hold (rules/billing 2)", (t) => {
  const anyRate = fc.double({ min: 0, max: 1_000_000, noNaN: true });
  const seconds = fc.double({ min: 0, minExcluded: true, max: 1_000_000, noNaN: true });
  const rising = (price: (amount: number) => number) => (a: number, b: number) => {
    const [less, more] = [price(Math.min(a, b)), price(Math.max(a, b))];
    return Number.isSafeInteger(less) && Number.isSafeInteger(more) && 0 <= less && less <= more;
  };
  fc.assert(
    fc.property(anyRate, seconds, seconds, (rate, a, b) => {
      const model = audioModel("cleanup", {}, { creditsPerSecond: { "*": rate } });
      return rising((durationSeconds) => estimateCredits(model, { kind: "audio", durationSeconds }))(a, b);
    }),
    runs,
  );
  fc.assert(
    fc.property(
      anyRate,
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      (rate, a, b) => {
        const model = imageModel({}, { creditsPerImage: { "*": rate } });
        const params = { kind: "image", prompt: "x", aspectRatio: "1:1" } as const;
        return rising((numImages) => estimateCredits(model, { ...params, numImages }))(a, b);
      },
    ),
    runs,
  );
  fc.assert(
    fc.property(anyRate, fc.nat(2000), fc.nat(2000), (rate, a, b) => {
      const model = audioModel("tts", {}, { creditsPerThousandChars: rate });
      return rising((length) => estimateCredits(model, { kind: "audio", prompt: "x".repeat(length) }))(a, b);
    }),
    runs,
  );
  t.pass();
});
