import { z } from "zod";
import { readDocument as contract } from "../../../../contracts/content-documents.js";
import { defineTool, LOOKS } from "../../tool.js";
import { documentParam } from "./ids.js";

export const getContentDocument = defineTool({
  name: "get_content_document",
  title: "Get a document",
  description:
    "One document: its draft, what is published of it, its schema, whether the draft is valid, and the issues that keep it from being published. draftVersion is what publish_content_document takes as baseVersion.",
  contract,
  input: z.object({ documentId: documentParam }),
  isLong: true,
  annotations: LOOKS,
  run: (call, { documentId }) => call.call(contract, { id: documentId }),
});
