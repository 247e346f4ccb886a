import { listDocuments as contract } from "../../../../contracts/content-documents.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool, LOOKS } from "../../tool.js";

export const listContentDocuments = defineTool({
  name: "list_content_documents",
  title: "List documents",
  description:
    "Documents of a project, newest first, with total for paging; without limit as many as fit into 20 KB. q searches titles and missingLocale finds what is not wholly translated; both need type. Documents of localized types carry coverage: complete, partial, outdated or empty for each locale.",
  contract,
  input: contract.params.omit({ sort: true }).extend({
    projectId: projectParam,
    type: contract.params.shape.type.describe("Only documents of this type, by its name."),
    status: contract.params.shape.status.describe(
      "Only documents in this status: draft, published or changed.",
    ),
    limit: contract.params.shape.limit.describe(
      "Number of documents at most, 1 to 200; left out: as many as fit into 20 KB.",
    ),
    offset: contract.params.shape.offset.describe("Number of documents to skip. Default 0."),
  }),
  list: { rows: "documents", isCut: true },
  annotations: LOOKS,
  run: async (call, { projectId, ...query }) =>
    call.call(contract, { ...query, projectId: await projectOf(call, projectId) }),
});
