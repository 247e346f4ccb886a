import { defineNode } from "../../kit/workflow-node.js";
import { DOCUMENT_PORT, DOCUMENT_SETTING, documentOf, documentValue } from "./document-text.js";

export const publish = defineNode({
  type: "publish",
  version: 1,
  title: "Publish",
  description:
    "Publishes a document at the version that comes in. A draft that was changed meanwhile, or is not valid, is not published, and the node says why.",
  inputs: { document: DOCUMENT_PORT },
  outputs: { document: { types: ["text"], description: "The document as it was published." } },
  settings: { documentId: DOCUMENT_SETTING },
  isFresh: true,
  unpriced: "onPublish",
  async run(context) {
    const document = documentOf(context);
    const version = await context.content.publish(document.id, document.version);
    return { document: documentValue(document, version) };
  },
});
