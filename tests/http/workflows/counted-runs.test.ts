import { randomUUID } from "node:crypto";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { wronglyCounted } from "../../helpers/stored-runs.js";
import { graphOf, makeWorkflow, promptNode, waitForRun } from "../../helpers/workflows.js";

let site: Site;
test.before(async () => {
  site = await openSite();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

const GRAPH = graphOf([promptNode("p", "x".repeat(50_000)), { id: "o", type: "output" }], ["p>o"]);

for (const point of dealt(["workflows.started", "workflows.moved", "workflows.finished"], { each: 2 }))
  test.serial(
    `SIGKILL at ${point}: what a run stores is counted once, as soon as it is stored (rules/workflows 41)`,
    async (t) => {
      const doomed = await site.start({ KILN_FAULT: `${point}=kill` });
      const person = await signUp(doomed.url);
      const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
      const id = await makeWorkflow(apiAt(doomed.url), GRAPH);
      const headers = { "idempotency-key": randomUUID() };
      const start = (url: string) => apiAt(url).post(`/v1/workflows/${id}/execute`, {}, { headers });
      await start(doomed.url).catch(() => null);
      t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);
      t.deepEqual(await wronglyCounted(site), []);

      const kiln = await site.startHere();
      const { status, body } = await start(kiln.url);
      t.is(status, 200, JSON.stringify(body));
      t.is((await waitForRun(apiAt(kiln.url), id, body.run.id)).status, "complete");
      t.is((await kiln.stop()).code, 0);
      t.deepEqual(await wronglyCounted(site), []);
      const [usage] = await site.query<{ storedBytes: number }>(
        "SELECT storedBytes FROM workflow_run_usage WHERE id = ?",
        [person.id],
      );
      t.true(Number(usage?.storedBytes) > 150_000, "the graph and two results");
    },
  );
