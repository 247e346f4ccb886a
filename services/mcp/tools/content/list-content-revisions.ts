import { z } from "zod";
import { listRevisions as contract } from "../../../../contracts/content-documents.js";
import { defineTool, LOOKS } from "../../tool.js";
import { documentParam } from "./ids.js";

export const listContentRevisions = defineTool({
  name: "list_content_revisions",
  title: "List a document's revisions",
  description:
    "The history of a document, newest first: drafts, publishes, unpublishes and restores, with who and when, without payloads.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
    limit: contract.params.shape.limit.describe(
      "Number of revisions at most, 1 to 200; left out: as many as fit into 20 KB.",
    ),
    offset: contract.params.shape.offset.describe("Number of revisions to skip. Default 0."),
  }),
  list: { rows: "revisions", isCut: true },
  annotations: LOOKS,
  run: (call, { documentId, ...page }) => call.call(contract, { ...page, id: documentId }),
});
