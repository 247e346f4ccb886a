/**
 * Parts of paths of slow files, the slowest first, from the list that `npm test` prints at its end. These files begin first, so that
 * none of them runs alone at the end. When a file is missing here, the run only takes longer.
 */
const LONG: readonly string[] = [
  "service/webhooks/isolation",
  "dist/groups/",
  "hostile/media/bombs",
  "http/crashes/",
  "http/cli/",
  "http/identity/floods",
  "http/mcp/waits",
  "http/projects/cascade",
  "http/workflows/kills",
  "http/gateway/bodies-in-time",
  "http/storage/imports",
  "http/translation/",
  "http/transcriptions/",
  "http/storage/",
  "-crash.test",
  "http/operations/",
  "http/generation/",
  "http/webhooks/",
  "cluster/nats/",
  "cluster/tasks/freeze",
  "service/webhooks/",
];

const rankOf = (file: string): number => {
  const rank = LONG.findIndex((part) => file.includes(part));
  return rank === -1 ? LONG.length : rank;
};

/** Compares two files for AVA's sortTestFiles. */
export const slowFirst = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
