import { z } from "zod";
import { unpublishDocument as contract } from "../../../../contracts/content-documents.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const unpublishContentDocument = defineTool({
  name: "unpublish_content_document",
  title: "Unpublish a document",
  description:
    "Takes a document away from readers; its draft stays. Refused while published documents refer to it, unless force is true: their references then lead to nothing.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: (call, { documentId, force }) => call.call(contract, { id: documentId, force }),
});
