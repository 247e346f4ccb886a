/**
 * Files of the http ring that the rings run on MariaDB only, where it is there: what they prove is the same rule on both engines, and
 * MariaDB is the one on which callers at once, locks and processes that die can meet. With `npm run test:long`, with
 * `--database=sqlite` and on a machine without MariaDB they run on SQLite too.
 *
 * What SQLite does otherwise is not lost: every action runs on it (http/graphql/every-mutation, http/mcp/every-tool), and so do the
 * service ring, kills at each step (helpers/dealt.ts), and the statements that areas write otherwise for it, as `there` names them.
 */
export const MARIADB_ALONE: readonly { part: string; proves: string }[] = [];
