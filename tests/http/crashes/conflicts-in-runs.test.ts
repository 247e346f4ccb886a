import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { standInTheWay } from "../../helpers/stand-in-the-way.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, runToEnd } from "../../helpers/workflows.js";

/**
 * Number of conflicts with other writers of the database, in a run of a workflow whose other nodes wait for their models
 * (ADR-0104).
 */
const CONFLICTS = 20;
const ANSWER = { text: "A fox.", usage: { inputTokens: 10, outputTokens: 10 } };

interface Context {
  kiln: Kiln;
  ann: Person;
  way: ReturnType<typeof standInTheWay>;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url), way: standInTheWay(kiln) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

const spent = async ({ api }: Person) => 500 - (await api.get("/v1/account")).body.remainingCredits;
const textNode = (id: string, model: string, instruction: string) => ({
  id,
  type: "generateText",
  data: { model, instruction },
});

/** Calls back at each of the fault points. Returns a function that stops that. */
function watchPoints({ host }: Kiln, see: (point: string) => void): () => void {
  const { fault } = host;
  host.fault = (point) => {
    see(point);
    fault?.(point);
  };
  return () => void (host.fault = fault);
}

for (const [name, point] of Object.entries({
  "how a node ended": "workflows.settled",
  "what another node holds": "workflows.moved",
}))
  test.serial(
    `a conflict over ${name} has no model asked again that a third node waits for (rules/running 37)`,
    async (t) => {
      const { kiln, way } = t.context;
      const ben = await signUp(kiln.url);
      let [isSettled, isArmed] = [false, false];
      const stop = watchPoints(kiln, (seen) => {
        isSettled ||= seen === "workflows.settled";
        if (isArmed || !isSettled || seen !== point) return;
        isArmed = true;
        way.next(CONFLICTS);
      });
      t.teardown(stop);
      const asked: string[] = [];
      const { id: model } = lendTextModel(
        kiln,
        async (request) => marked(request),
        async ({ instructions, prompt }) => {
          const isSlow = `${instructions} ${prompt}`.includes("SLOW");
          asked.push(isSlow ? "slow" : "quick");
          if (isSlow) await until(async () => isArmed && way.left() === 0);
          else await until(async () => asked.includes("slow"));
          return ANSWER;
        },
      );
      const nodes = [
        textNode("a", model, "Quick"),
        textNode("b", model, "SLOW"),
        textNode("c", model, "Quick"),
      ];
      const run = await runToEnd(ben.api, await makeWorkflow(ben.api, graphOf(nodes, ["a:text>c:text"])));
      t.is(run.status, "complete", JSON.stringify(run));
      t.deepEqual([asked.sort(), way.left()], [["quick", "quick", "slow"], 0]);
    },
  );

test.serial("a text that failed is not asked for again, and costs nothing (rules/running 37)", async (t) => {
  const { kiln, ann, way } = t.context;
  let asked = 0;
  const { id: model } = lendTextModel(
    kiln,
    async (request) => marked(request),
    async () => {
      asked += 1;
      way.next(CONFLICTS);
      throw new Error("it broke");
    },
  );
  const run = await runToEnd(
    ann.api,
    await makeWorkflow(ann.api, graphOf([textNode("t", model, "Describe a fox.")])),
  );
  t.is(run.nodeResults.t.status, "error", JSON.stringify(run));
  t.deepEqual([asked, way.left(), await spent(ann)], [1, 0, 0]);
});
