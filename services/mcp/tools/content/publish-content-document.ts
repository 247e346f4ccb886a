import { z } from "zod";
import { publishDocument as contract } from "../../../../contracts/content-documents.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const publishContentDocument = defineTool({
  name: "publish_content_document",
  title: "Publish a document",
  description:
    "Publishes the draft as it is at baseVersion, the document's draftVersion; readers see it at once. A conflict means that somebody saved meanwhile: read the document again, and publish what you have seen. A draft that is not valid is refused with its issues.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
    baseVersion: contract.params.shape.baseVersion.describe("The draftVersion that you have seen."),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  run: (call, { documentId, baseVersion }) => call.call(contract, { id: documentId, baseVersion }),
});
