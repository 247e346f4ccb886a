import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { copyRun } from "../../helpers/hostile/copy-run.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";
import { IS_LONG } from "../../helpers/is-long.js";

// The runs have nodes that cost nothing, as many as a run takes (ADR-0053).

/** Number of runs whose results are more than one list takes. */
const LISTED = 26;
/** Number of runs that run here at once. The others are copies of one that has ended. */
const AT_ONCE = IS_LONG ? LISTED : 4;

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
});
test.after.always(() => hostile?.close());

type Run = { id: string; nodeResults: Record<string, { status: string }> };

test.serial(
  `${AT_ONCE} runs of 2,000 nodes at once, and lists of ${LISTED}, take turns with everybody else (rules/running 24)`,
  async (t) => {
    const nodes = Array.from({ length: 1999 }, (_, at) => ({
      id: `o${at}`,
      type: at % 2 === 0 ? "output" : "nobody knows",
    }));
    const arrows = nodes.map(({ id }) => `p>${id}`);
    const id = await makeWorkflow(mallory.api, graphOf([promptNode("p", "x"), ...nodes], arrows));
    const met = await hostile.witness.during(async () => {
      const runs: Run[] = await Promise.all(Array.from({ length: AT_ONCE }, () => runToEnd(mallory.api, id)));
      for (const run of runs) t.is(run.nodeResults.o2?.status, "complete");
      await copyRun(hostile.site, runs[0]?.id ?? "", LISTED - AT_ONCE);
      const lists = await Promise.all(
        Array.from({ length: 4 }, () => mallory.api.get(`/v1/workflows/${id}/runs?limit=25`)),
      );
      const refused = await mallory.api.get(`/v1/workflows/${id}/runs?limit=${LISTED}`);
      t.is(refused.status, 400);
      t.regex(
        refused.body.error.message,
        /^limit: the results of these 26 runs are those of more than 50,000 nodes/,
      );
      // Long pages of an account are read one at a time (rules/edge 54).
      t.true(lists.some(({ status }) => status === 200));
      for (const list of lists) {
        if (list.status === 503) {
          t.truthy(list.headers.get("retry-after"));
          continue;
        }
        t.is(list.status, 200, JSON.stringify(list.body).slice(0, 300));
        t.is(list.body.runs.length, 25);
        for (const run of list.body.runs) t.is(Object.keys(run.nodeResults).length, 2000);
      }
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
