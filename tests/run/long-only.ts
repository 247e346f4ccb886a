/**
 * Files that `npm run test:long` runs and the rings do not, by parts of their paths. Each is a slow proof of a whole, and `rings` names
 * the files of the rings that prove its parts. The list does not name files with a short form (they ask `IS_LONG`), nor files named
 * `*.long.test.ts`, which have no other form. A file whose own path is given to `npm test` runs, in the sizes of the rings.
 */
export const LONG_ONLY: readonly { part: string; proves: string; rings: readonly string[] }[] = [
  {
    part: "cluster/database/replica-lag",
    proves: "that lists of a replica stand still and go on with a real one, which is made for it",
    rings: ["cluster/database/connections"],
  },
  {
    part: "cluster/nats/story",
    proves:
      "a deployment of three processes from sign-up to result, while one worker is killed and one is frozen",
    rings: ["cluster/nats/dead-nodes", "cluster/tasks/freeze", "cluster/soak/soak"],
  },
];
