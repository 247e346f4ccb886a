import { uuid } from "../../../../contracts/ids.js";
import { translateDocument as contract } from "../../../../contracts/translation.js";
import { defineTool } from "../../tool.js";

export const translateContentDocument = defineTool({
  name: "translate_content_document",
  title: "Translate a document",
  description:
    "Translates localized texts of a document's draft by machine, one model call for each language, at least 1 credit a language that was filled; in a shared project the owner pays. mode missing fills what is empty, outdated (the default) also renews machine translations whose source changed, all overwrites what people wrote too. Answers with the translated and skipped paths of each locale and the credits spent. Publish afterwards.",
  contract,
  input: contract.params
    .omit({ id: true })
    .extend({ documentId: uuid().describe("Id from list_content_documents.") }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  async run(call, { documentId, ...request }) {
    return call.atEdge(contract, { ...request, id: documentId }, "Translating");
  },
});
