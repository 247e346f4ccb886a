import { z } from "zod";
import { translateDocument as contract } from "../../../../contracts/translation.js";
import { defineTool } from "../../tool.js";
import { documentParam } from "./ids.js";

export const translateContentDocument = defineTool({
  name: "translate_content_document",
  title: "Translate a document",
  description:
    "Translates localized texts of a document's draft by machine, one model call for each language, at least 1 credit a language that was filled; in a shared project from the owner's credits. mode missing fills what is empty, outdated (the default) also renews machine translations whose source changed, all overwrites what people wrote too. Answers with the translated and skipped paths of each locale and the credits spent. Publish afterwards.",
  contract,
  input: z.object({
    documentId: documentParam,
    ...contract.params.omit({ id: true }).shape,
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  async run(call, { documentId, ...request }) {
    return call.atEdge(contract, { ...request, id: documentId }, "Translating");
  },
});
