import { z } from "zod";
import { uuid } from "../../../contracts/ids.js";
import { page, total } from "../../../contracts/pagination.js";
import { resolveProject } from "../../../contracts/projects.js";
import { listProjectStorage, listStorage as contract } from "../../../contracts/storage.js";
import { agentAsset, presentAssets } from "../present-asset.js";
import { defineTool, LOOKS } from "../tool.js";

const paging = page({ default: 50, max: 500 });

export const listAssets = defineTool({
  name: "list_assets",
  title: "List assets",
  description:
    "The account's stored files (uploads and generated results), newest first, with total for paging. Each has its storageId, which media params of generate take, a downloadUrl (opens 24 hours without sign-in) and a permanent libraryUrl.",
  contract,
  input: z.object({
    projectId: uuid()
      .nullish()
      .describe("The files that are linked to a shared project; left out: the account's own."),
    kind: contract.params.shape.kind.describe("Only files of this kind; left out: all."),
    limit: paging.limit.describe("Number of files at most, 1 to 500. Default 50."),
    offset: paging.offset.describe("Number of files to skip. Default 0."),
  }),
  output: z.strictObject({ objects: z.array(agentAsset), total }),
  list: { rows: "objects" },
  annotations: LOOKS,
  async run(call, { projectId, kind, limit, offset }) {
    // The account's own default project counts as no project (rules/projects 1).
    const project = projectId ? await call.call(resolveProject, { projectId }) : null;
    const { objects, total } =
      project?.projectId == null
        ? await call.call(contract, { kind, limit, offset })
        : await call.call(listProjectStorage, { id: project.projectId, kind, limit, offset });
    return { objects: await presentAssets(call, objects, { thumbs: false }), total };
  },
});
