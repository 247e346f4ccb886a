/** Whether the run is `npm test` as CI has it, which leaves slow proofs to `npm test -- --whole` (ADR-0108). */
export const isInRings = (): boolean => process.env.KILN_SHORT === "1";

/** Settings for the share of alike cases that the rings take. */
interface Share<T> {
  /** Step between the cases that are taken: the first and each `each`-th behind it. Without it only those that `always` names. */
  each?: number;
  /** Returns whether a case is always taken, such as the only one of its class. */
  always?: (one: T) => boolean;
}

/**
 * Returns the cases that the rings take of many that prove the same rule. A whole or a long run, and one that is given a path or a
 * database, takes all. Cases that kill processes on both engines are dealt instead (dealt.ts).
 */
export const ofRings = <T>(cases: readonly T[], { each = 0, always = () => false }: Share<T>): readonly T[] =>
  isInRings() ? cases.filter((one, at) => at % each === 0 || always(one)) : cases;
