import { unpublishDocument as contract } from "../../../../contracts/content-documents.js";
import { uuid } from "../../../../contracts/ids.js";
import { defineTool } from "../../tool.js";

export const unpublishContentDocument = defineTool({
  name: "unpublish_content_document",
  title: "Unpublish a document",
  description:
    "Takes a document away from readers; its draft stays. Refused while published documents refer to it, unless force is true: their references then lead to nothing.",
  contract,
  input: contract.params
    .omit({ id: true })
    .extend({ documentId: uuid().describe("Id from list_content_documents.") }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: (call, { documentId, force }) => call.call(contract, { id: documentId, force }),
});
