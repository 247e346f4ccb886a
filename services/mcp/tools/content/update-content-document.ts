import { z } from "zod";
import { mergeDraft as contract } from "../../../../contracts/content-documents.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const updateContentDocument = defineTool({
  name: "update_content_document",
  title: "Change a document",
  description:
    "Changes the fields of the draft that are given and leaves the others: null clears a field, a map by locale changes only its locales, an object only its given fields; lists are replaced whole. It merges with people who edit the document at the same time. What is published stays until publish_content_document. Answers with valid and issues; media_not_linked names a file that readers would get no URL of until link_assets links it to the project.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true, baseVersion: true }).shape,
    draft: contract.params.shape.draft.describe("Only the fields to change, by name; null clears one."),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  run: (call, { documentId, draft }) => call.call(contract, { id: documentId, draft }),
});
