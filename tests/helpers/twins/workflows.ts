import { until } from "../until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd } from "../workflows.js";
import type { Acts } from "./act.js";
import type { Params, Twin } from "./twin.js";

const WORDS = graphOf([promptNode("p", "words")]);
/** Graph whose second node fails and costs nothing. */
const FAILING = graphOf([promptNode("p", "words"), picture("i", "[fail] a pot")]);
const SLOW = graphOf([picture("i", "[slow=600] a pot")]);

const workflow = (twin: Twin, graph: object = WORDS): Promise<string> => makeWorkflow(twin.client, graph);
const onWorkflow = (more: Params) => async (twin: Twin) => ({ id: await workflow(twin), ...more });

async function trigger(twin: Twin): Promise<Params> {
  const id = await workflow(twin);
  const made = await twin.does("POST", `/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 5 });
  return { id, triggerId: made.trigger.id as string };
}

/** Acts on workflows, their runs and their triggers. */
export const WORKFLOWS: Acts = {
  "workflows.create": { on: () => ({ graph: WORDS, name: "Words" }), wrong: { name: " " } },
  "workflows.update": { on: onWorkflow({ name: "Other" }), wrong: { graph: { nodes: [], edges: [{}] } } },
  "workflows.import": {
    on: () => ({
      format: "comfyui",
      prompt: { "1": { class_type: "CLIPTextEncode", inputs: { text: "a pot" } } },
    }),
    wrong: { prompt: { nodes: [] } },
  },
  "workflows.estimate": {
    on: onWorkflow({ inputs: { p: { text: "others" } } }),
    wrong: { inputs: { q: {} } },
  },
  "workflows.execute": {
    on: onWorkflow({ inputs: { p: { text: "others" } }, wait: true }),
    wrong: { inputs: { q: { text: "others" } } },
  },
  "workflows.stopRun": {
    async on(twin) {
      const id = await workflow(twin, SLOW);
      const { run } = await twin.does("POST", `/v1/workflows/${id}/execute`, {});
      const path = `/v1/workflows/${id}/runs/${run.id as string}`;
      await until(async () => (await twin.client.get(path)).body.run.nodeResults.i?.status === "running");
      return { id, runId: run.id as string };
    },
  },
  "workflows.resumeRun": {
    async on(twin) {
      const id = await workflow(twin, FAILING);
      return { id, runId: (await runToEnd(twin.client, id)).id as string };
    },
  },
  "workflows.createTrigger": {
    on: onWorkflow({ inbound: {}, dailyCredits: 5 }),
    wrong: { dailyCredits: -1 },
  },
  "workflows.updateTrigger": {
    on: async (twin) => ({ ...(await trigger(twin)), dailyCredits: 6, enabled: false }),
    wrong: { dailyCredits: -1 },
  },
  "workflows.deleteTrigger": { on: trigger },
  "workflows.delete": { on: onWorkflow({}) },
};
