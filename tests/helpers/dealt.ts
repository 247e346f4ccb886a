/**
 * The cases of a long file that this run of it takes. Where `npm test` runs the file on both engines, SQLite takes every second
 * case and MariaDB the others (KILN_DEALT), so that each is proved once. All of them with `npm run test:long`, with one engine
 * alone, and where MariaDB is missing. Gives at least one case.
 */
export function dealt<T>(cases: readonly T[]): readonly T[] {
  if (process.env.KILN_DEALT !== "1") return cases;
  const first = process.env.KILN_TEST_DB === "mariadb" ? 1 : 0;
  const own = cases.filter((_, at) => at % 2 === first);
  return own.length > 0 ? own : cases;
}
