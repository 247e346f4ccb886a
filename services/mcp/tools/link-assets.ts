import { z } from "zod";
import { linkToProject as contract } from "../../../contracts/storage.js";
import { projectOf, projectParam } from "../project-of.js";
import { defineTool } from "../tool.js";

export const linkAssets = defineTool({
  name: "link_assets",
  title: "Link assets to a project",
  description:
    "Links stored files to a project, so that its members can read them and readers of its content get their URLs: a document that names a file which is not linked shows no picture on a website. All or none; each must be the account's own, or linked already. Results of jobs with the project's projectId are linked by themselves.",
  contract,
  input: z.object({
    projectId: projectParam,
    storageIds: contract.params.shape.storageIds.describe(
      "1 to 200 ids from list_assets or from jobs' results.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  run: async (call, { projectId, storageIds }) =>
    call.call(contract, { id: await projectOf(call, projectId), storageIds }),
});
