import { createDocument as contract } from "../../../../contracts/content-documents.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool } from "../../tool.js";

export const createContentDocument = defineTool({
  name: "create_content_document",
  title: "Create a document",
  description:
    "Makes a document of a type, unpublished. draft has values by field name; a localized field takes a map by locale, or a bare value for the default locale. A draft that is not valid is saved too: read valid and issues, and correct it with update_content_document.",
  contract,
  input: contract.params.omit({ id: true }).extend({
    projectId: projectParam,
    type: contract.params.shape.type.describe("Name of a type from list_content_types."),
    draft: contract.params.shape.draft.describe("Values by field name; left out: empty."),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  run: async (call, { projectId, ...document }) =>
    call.call(contract, { ...document, projectId: await projectOf(call, projectId) }),
});
