import { readDocument } from "../../../contracts/content-documents.js";
import { readableJson } from "../readable-json.js";
import { uriOf } from "../resources/uris.js";
import type { ToolCall } from "../tool.js";
import type { PromptMessage } from "./prompt.js";

/** Reads a document as a message, so that the agent knows what the prompt is about. Throws `not_found`. */
export async function withDocument(
  call: ToolCall,
  documentId: string,
): Promise<{ projectId: string; title: string; message: PromptMessage }> {
  await call.longTurn();
  const read = await call.call(readDocument, { id: documentId });
  const { projectId, title, id } = read.document;
  return {
    projectId,
    title: title ?? id,
    message: {
      role: "user",
      content: {
        type: "resource",
        resource: {
          uri: uriOf(projectId, "documents", id),
          mimeType: "application/json",
          text: readableJson(read),
        },
      },
    },
  };
}

export const DOCUMENT = {
  name: "documentId",
  description: "Id of a document from list_content_documents.",
  required: true,
} as const;
