import test from "ava";
import { getRun } from "../../../contracts/workflows.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { recordStatements } from "../../helpers/record-statements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** The statements that read the results of a run's nodes for an answer; others read them in other orders. */
const readResults = (sql: string): boolean => /FROM .?workflow_run_nodes.*ORDER BY [\w."`]*place/is.test(sql);

test.serial("an agent that waits for a run reads its results once, when the run has ended", async (t) => {
  const id = await makeWorkflow(
    ann.api,
    graphOf(
      [
        { id: "slow", type: "generateText", data: { instruction: "[slow=3] later" } },
        promptNode("p", "words"),
        { id: "o", type: "output" },
      ],
      ["p>o"],
    ),
  );
  const client = await connectAgent(kiln.url, ann.key);
  const recorded = recordStatements(kiln.host.database);
  const { json } = await callTool(client, "run_workflow", { workflowId: id, waitSeconds: 120 });
  const reads = recorded.end().filter(readResults);
  t.is(json.run.status, "complete", JSON.stringify(json.run));
  t.is(json.run.nodeResults.o.output.value, "words");
  t.truthy(json.run.nodeResults.slow.output.value);
  t.true(
    reads.length === 1 || reads.length === 2,
    `${reads.length} reads: those of the start and of the end`,
  );
});

test.serial("a run that goes on when the wait is over is given as it stands (rules/mcp 8)", async (t) => {
  const slow = { id: "slow", type: "generateText", data: { instruction: "[slow=60] later" } };
  const id = await makeWorkflow(
    ann.api,
    graphOf([slow, promptNode("p", "words"), { id: "o", type: "output" }], ["p>o"]),
  );
  const client = await connectAgent(kiln.url, ann.key);
  const { json } = await callTool(client, "run_workflow", { workflowId: id, waitSeconds: 3 });
  t.is(json.run.status, "running");
  t.is(json.run.nodeResults.o.output?.value, "words", "the state is that of the end of the wait");
  await ann.api.post(`/v1/workflows/${id}/runs/${json.run.id}/stop`);
});

test("GET of a run is declared as a long answer, which takes turns with the account's others (rules/edge 49)", async (t) => {
  t.true(getRun.rest?.long);
});
