import { z } from "zod";
import { deleteDocument as contract } from "../../../../contracts/content-documents.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const deleteContentDocument = defineTool({
  name: "delete_content_document",
  title: "Delete a document",
  description:
    "Deletes a document with its history; nothing brings it back. Refused while published documents refer to it, unless force is true.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: (call, { documentId, force }) => call.call(contract, { id: documentId, force }),
});
