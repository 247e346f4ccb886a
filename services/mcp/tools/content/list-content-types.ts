import { listTypes as contract } from "../../../../contracts/content-types.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool, LOOKS } from "../../tool.js";

export const listContentTypes = defineTool({
  name: "list_content_types",
  title: "List content types",
  description:
    "The content types of a project, newest first, each with its fields and documentCount. Read this before you create or change documents: a draft's keys are the names of its type's fields.",
  contract,
  input: contract.params.extend({
    projectId: projectParam,
    limit: contract.params.shape.limit.describe(
      "Number of types at most, 1 to 200; left out: as many as fit into 20 KB.",
    ),
    offset: contract.params.shape.offset.describe("Number of types to skip. Default 0."),
  }),
  list: { rows: "contentTypes", isCut: true },
  annotations: LOOKS,
  run: async (call, { projectId, ...page }) =>
    call.call(contract, { ...page, projectId: await projectOf(call, projectId) }),
});
