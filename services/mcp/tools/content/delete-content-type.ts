import { deleteType as contract } from "../../../../contracts/content-types.js";
import { uuid } from "../../../../contracts/ids.js";
import { defineTool } from "../../tool.js";

export const deleteContentType = defineTool({
  name: "delete_content_type",
  title: "Delete a content type",
  description:
    "Deletes a content type. Refused while another type refers to it, and while it has documents, unless force is true: then they are deleted too, with their history, and nothing brings them back.",
  contract,
  input: contract.params
    .omit({ id: true })
    .extend({ contentTypeId: uuid().describe("Id from list_content_types.") }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  run: (call, { contentTypeId, force }) => call.call(contract, { id: contentTypeId, force }),
});
