import { listDocuments as contract } from "../../../../contracts/content-documents.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool, LOOKS } from "../../tool.js";

export const listContentDocuments = defineTool({
  name: "list_content_documents",
  title: "List documents",
  description:
    "Documents of a project, newest first, with total for paging. q searches titles and missingLocale finds what is not wholly translated; both need type. Documents of localized types carry coverage: complete, partial, outdated or empty for each locale.",
  contract,
  input: contract.params.omit({ sort: true }).extend({ projectId: projectParam }),
  annotations: LOOKS,
  run: async (call, { projectId, ...query }) =>
    call.call(contract, { ...query, projectId: await projectOf(call, projectId) }),
});
