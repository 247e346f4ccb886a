/** Settings for the share of its cases that a long file runs in the rings. */
export interface Share<T> {
  /**
   * Step between the cases that the rings take: the first, the last and each `each`-th. They are dealt to the engines afterwards.
   * The long run takes all.
   */
  each?: number;
  /** Returns whether a run always takes a case, such as one in which money moves; the short run takes it on SQLite. */
  always?: (one: T) => boolean;
}

/**
 * Returns the cases of a long file that this run takes, at least one. Where `npm test` runs the file on both engines, SQLite
 * takes every second case and MariaDB the others (KILN_DEALT), so that a whole run has each case once, and `each` leaves out more. In
 * the rings the file runs on SQLite only, with its half and the cases that are always taken (KILN_SHORT). `npm run test:long`, a run on
 * one engine and a run without MariaDB take all cases.
 */
export function dealt<T>(
  cases: readonly T[],
  { each = 1, always = () => false }: Share<T> = {},
): readonly T[] {
  if (process.env.KILN_DEALT !== "1") return cases;
  const first = process.env.KILN_TEST_DB === "mariadb" ? 1 : 0;
  const last = cases.length - 1;
  const taken = cases.filter((one, at) => at % each === 0 || at === last || always(one));
  const isShort = process.env.KILN_SHORT === "1";
  const own = taken.filter((one, at) => at % 2 === first || (isShort && always(one)));
  return own.length > 0 ? own : taken;
}
