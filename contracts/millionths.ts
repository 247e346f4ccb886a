/**
 * Returns `rate × quantity ÷ per` in millionths of a credit, as an integer (rules/billing 2). Each number
 * counts as the decimal that it prints as, so 0.1 is a tenth; digits that a binary fraction leaves beyond a
 * millionth are rounded to the nearest, so that 0.1 + 0.2 seconds cost what 0.3 do. All three numbers are
 * finite and not negative.
 */
export function millionths(rate: number, quantity: number, per = 1): bigint {
  const [rateUnits, rateScale] = decimal(rate);
  const [quantityUnits, quantityScale] = decimal(quantity);
  const numerator = rateUnits * quantityUnits * 1_000_000n;
  const denominator = rateScale * quantityScale * BigInt(per);
  return (2n * numerator + denominator) / (2n * denominator);
}

/**
 * Returns a number, as it prints, as a fraction of integers: 12.5 is [125n, 10n], 2e-7 is [2n, 10_000_000n].
 */
function decimal(value: number): [units: bigint, scale: bigint] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent) - fraction.length;
  const units = BigInt(whole + fraction);
  return shift < 0 ? [units, 10n ** BigInt(-shift)] : [units * 10n ** BigInt(shift), 1n];
}
