import { z } from "zod";
import { uuid } from "../../../../contracts/ids.js";
import { total } from "../../../../contracts/pagination.js";
import { listWorkflows as contract, workflowSummary } from "../../../../contracts/workflows.js";
import { defineTool, LOOKS } from "../../tool.js";

const listed = workflowSummary.pick({
  id: true,
  name: true,
  nodeCount: true,
  updatedAt: true,
  projectId: true,
});

export const listWorkflows = defineTool({
  name: "list_workflows",
  title: "List workflows",
  description:
    "The saved workflows (graphs of nodes that make media and text) of the account, or of a shared project with all members' workflows, last changed first. Call get_workflow with an id to see which inputs it takes, then run_workflow.",
  contract,
  input: z.object({
    projectId: uuid().nullish().describe("A shared project; left out: the account's own workflows."),
    limit: contract.params.shape.limit.describe(
      "Number of workflows at most, 1 to 500; left out: as many as fit into 20 KB.",
    ),
    offset: contract.params.shape.offset.describe("Number of workflows to skip. Default 0."),
  }),
  output: z.strictObject({ workflows: z.array(listed), total }),
  list: { rows: "workflows", isCut: true },
  annotations: LOOKS,
  async run(call, { projectId, ...page }) {
    const { workflows, total: count } = await call.call(contract, projectId ? { projectId, ...page } : page);
    return {
      workflows: workflows.map(({ id, name, nodeCount, updatedAt, projectId: home }) => ({
        id,
        name,
        nodeCount,
        updatedAt,
        projectId: home,
      })),
      total: count,
    };
  },
});
