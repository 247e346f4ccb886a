import { deleteDocument as contract } from "../../../../contracts/content-documents.js";
import { uuid } from "../../../../contracts/ids.js";
import { defineTool } from "../../tool.js";

export const deleteContentDocument = defineTool({
  name: "delete_content_document",
  title: "Delete a document",
  description:
    "Deletes a document with its history; nothing brings it back. Refused while published documents refer to it, unless force is true.",
  contract,
  input: contract.params
    .omit({ id: true })
    .extend({ documentId: uuid().describe("Id from list_content_documents.") }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: (call, { documentId, force }) => call.call(contract, { id: documentId, force }),
});
