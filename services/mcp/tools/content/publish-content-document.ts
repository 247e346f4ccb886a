import { z } from "zod";
import { publishDocument as contract } from "../../../../contracts/content-documents.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const publishContentDocument = defineTool({
  name: "publish_content_document",
  title: "Publish a document",
  description:
    "Publishes the draft as it is at baseVersion, the document's draftVersion; readers see it at once, at deliveryUrl with a delivery token. A conflict means that somebody saved meanwhile: read the document again, and publish what you have seen. A draft that is not valid is refused with its issues.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
    baseVersion: contract.params.shape.baseVersion.describe("The draftVersion that you have seen."),
  }),
  output: contract.result.extend({
    deliveryUrl: z
      .string()
      .describe("Address of the document for readers, with a token of create_content_delivery_token."),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  async run(call, { documentId, baseVersion }) {
    const published = await call.call(contract, { id: documentId, baseVersion });
    const { id, projectId } = published.document;
    return { ...published, deliveryUrl: `${call.host.baseUrl}/v1/content/${projectId}/documents/${id}` };
  },
});
