import test from "ava";
import fc from "fast-check";
import { millionths } from "../../../contracts/millionths.js";

test("amounts are exact integers of millionths (rules/billing 2)", (t) => {
  t.is(millionths(0, 0), 0n);
  t.is(millionths(1, 1), 1_000_000n);
  t.is(millionths(20.5, 5), 102_500_000n);
  t.is(millionths(30, 1, 1000), 30_000n);
  t.is(millionths(1e21, 2), 2n * 10n ** 27n);
  t.is(millionths(1.5e-7, 1e7), 1_500_000n);
});

test("what lies between two millionths goes to the nearest, the half up (rules/billing 2)", (t) => {
  t.is(millionths(0.0004, 1, 1000), 0n);
  t.is(millionths(0.0005, 1, 1000), 1n);
  t.is(millionths(0.0014, 1, 1000), 1n);
  t.is(millionths(0.0016, 1, 1000), 2n);
  t.is(millionths(10, 0.1 + 0.2), 3_000_000n);
  t.is(millionths(5e-324, 1), 0n);
});

test("an amount is within half a millionth of the fraction (rules/billing 2)", (t) => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5000 }), (rate, quantity, per) => {
      // Rate and quantity are in thousandths, so the fraction in millionths is their product over `per`.
      const error =
        millionths(rate / 1000, quantity / 1000, per) * BigInt(per) - BigInt(rate) * BigInt(quantity);
      return 2n * error <= BigInt(per) && -2n * error < BigInt(per);
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
  t.pass();
});
