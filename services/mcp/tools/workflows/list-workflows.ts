import { z } from "zod";
import { uuid } from "../../../../contracts/ids.js";
import { listWorkflows as contract } from "../../../../contracts/workflows.js";
import { defineTool, LOOKS } from "../../tool.js";

export const listWorkflows = defineTool({
  name: "list_workflows",
  title: "List workflows",
  description:
    "The saved workflows (graphs of nodes that make media and text) of the account, or of a shared project with all members' workflows, last changed first. Call get_workflow with an id to see which inputs it takes, then run_workflow.",
  contract,
  input: z.object({
    projectId: uuid().nullish().describe("A shared project; left out: the account's own workflows."),
  }),
  annotations: LOOKS,
  async run(call, { projectId }) {
    const { workflows, total } = await call.call(contract, projectId ? { projectId } : {});
    return {
      workflows: workflows.map(({ id, name, nodeCount, updatedAt, projectId: home }) => ({
        id,
        name,
        nodeCount,
        updatedAt,
        projectId: home,
      })),
      total,
    };
  },
});
