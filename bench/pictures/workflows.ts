import type { Client } from "../../tests/helpers/client.js";
import { makeWorkflow, runToEnd } from "../../tests/helpers/workflows.js";

/** Makes three workflows, of which the first one has run. Returns its id. */
export async function fillWorkflows(api: Client, projectId: string, storageId: string): Promise<string> {
  const cover = {
    nodes: [
      { id: "idea", type: "prompt", x: 0, y: 0, data: { text: "A lighthouse at dusk, oil painting" } },
      { id: "photo", type: "imageInput", x: 0, y: 256, data: { storageId } },
      { id: "cover", type: "generateImage", x: 288, y: 0, data: { model: "local-canvas" } },
      { id: "large", type: "upscale", x: 576, y: 0, data: { model: "local-upscale" } },
      { id: "result", type: "output", x: 864, y: 0, data: {} },
    ],
    edges: [edge("idea:text", "cover:prompt"), edge("cover", "large"), edge("large", "result")],
  };
  for (const name of ["Teasers in two languages", "Voices for the podcast"])
    await makeWorkflow(api, { nodes: cover.nodes.slice(0, 1), edges: [] }, { name, projectId });
  const id = await makeWorkflow(api, cover, { name: "Cover of the month", projectId });
  await runToEnd(api, id);
  await runToEnd(api, id);
  return id;
}

function edge(from: string, to: string) {
  const [source, sourceHandle = null] = from.split(":");
  const [target, targetHandle = null] = to.split(":");
  return { id: `${source}-${target}`, source, target, sourceHandle, targetHandle };
}
