/**
 * Files that `npm run test:long` runs and the rings do not, by parts of their paths: slow proofs of which other files of the rings
 * prove the parts, the one here, the other there (`rings`). What is only here is that the parts hold together. Files that have a
 * short form of their own are not here, but say so by KILN_LONG, and those named `*.long.test.ts` have no other form. One whose own path is
 * given to `npm test` runs, in the sizes of the rings.
 */
export const LONG_ONLY: readonly { part: string; proves: string; rings: readonly string[] }[] = [
  {
    part: "cluster/database/replica-lag",
    proves: "that lists of a replica stand still and go on with a real one, which is made for it",
    rings: ["cluster/database/replica"],
  },
  {
    part: "cluster/nats/story",
    proves:
      "a deployment of three processes from sign-up to result, while one worker is killed and one is frozen",
    rings: ["cluster/nats/dead-nodes", "cluster/tasks/freeze", "cluster/soak/soak"],
  },
];
