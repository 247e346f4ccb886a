/** How many of its cases a long file takes in the rings. */
export interface Share<T> {
  /** In the rings only the first, the last and each `each`-th case, before they are dealt. The long form has all. */
  each?: number;
  /** Cases that the rings take whatever their place, such as those in which money moves. */
  always?: (one: T) => boolean;
}

/**
 * The cases of a long file that this run of it takes. Where `npm test` runs the file on both engines, SQLite takes every second
 * case and MariaDB the others (KILN_DEALT), so that each is proved once, and `each` leaves out more of them. All of them with
 * `npm run test:long`, with one engine alone, and where MariaDB is missing. Gives at least one case.
 */
export function dealt<T>(
  cases: readonly T[],
  { each = 1, always = () => false }: Share<T> = {},
): readonly T[] {
  if (process.env.KILN_DEALT !== "1") return cases;
  const first = process.env.KILN_TEST_DB === "mariadb" ? 1 : 0;
  const last = cases.length - 1;
  const taken = cases.filter((one, at) => at % each === 0 || at === last || always(one));
  const own = taken.filter((_, at) => at % 2 === first);
  return own.length > 0 ? own : taken;
}
