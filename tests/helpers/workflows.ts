import type { Client } from "./client.js";
import { pauseBetweenLooks } from "./pause-between-looks.js";

export interface GraphNode {
  id: string;
  type: string;
  data?: object;
}

/** Makes a graph from nodes and arrows of the forms `a>b` and `a:out>b:in`. */
export const graphOf = (nodes: readonly GraphNode[], arrows: readonly string[] = []) => ({
  nodes: nodes.map((node, index) => ({ x: index * 100, y: 0, ...node })),
  edges: arrows.map((arrow, index) => {
    const [from = "", to = ""] = arrow.split(">");
    const [source, sourceHandle = null] = from.split(":");
    const [target, targetHandle = null] = to.split(":");
    return { id: `e${index}`, source, target, sourceHandle, targetHandle };
  }),
});

/** Makes a node that generates one picture with the mock provider. */
export const picture = (id: string, prompt?: string): GraphNode => ({
  id,
  type: "generateImage",
  data: { model: "mock-image", ...(prompt !== undefined && { prompt }) },
});

export const promptNode = (id: string, text: string): GraphNode => ({ id, type: "prompt", data: { text } });

/** Saves a workflow and returns its id. */
export async function makeWorkflow(api: Client, graph: object, more: object = {}): Promise<string> {
  const made = await api.post("/v1/workflows", { graph, ...more });
  if (made.status !== 200) throw new Error(`workflow: ${JSON.stringify(made.body)}`);
  return made.body.workflow.id as string;
}

/** Starts a run, waits for its end and returns it. */
// oxlint-disable-next-line no-explicit-any -- see Client
export async function runToEnd(api: Client, workflowId: string, body: object = {}): Promise<any> {
  const { status, body: answer } = await api.post(`/v1/workflows/${workflowId}/execute`, {
    ...body,
    wait: true,
  });
  if (status !== 200) throw new Error(`execute: ${JSON.stringify(answer)}`);
  return answer.run;
}

/** Polls a run until it has ended. */
export async function waitForRun(
  api: Client,
  workflowId: string,
  runId: string,
  timeoutMs = 150_000,
  // oxlint-disable-next-line no-explicit-any -- see Client
): Promise<any> {
  const began = performance.now();
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { status, body } = await api.get(`/v1/workflows/${workflowId}/runs/${runId}`);
    if (status !== 200) throw new Error(`run: ${JSON.stringify(body)}`);
    if (body.run.status !== "running") return body.run;
    if (Date.now() > end) throw new Error(`the run goes on: ${JSON.stringify(body.run)}`);
    await pauseBetweenLooks(began);
  }
}
