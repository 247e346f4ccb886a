import { z } from "zod";
import { deleteType as contract } from "../../../../contracts/content-types.js";
import { defineTool } from "../../tool.js";
import { contentTypeParam } from "./ids.js";

export const deleteContentType = defineTool({
  name: "delete_content_type",
  title: "Delete a content type",
  description:
    "Deletes a content type. Refused while another type refers to it, and while it has documents, unless force is true: then they are deleted too, with their history, and nothing brings them back.",
  contract,
  input: z.object({
    contentTypeId: contentTypeParam,
    ...contract.params.omit({ id: true }).shape,
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  run: (call, { contentTypeId, force }) => call.call(contract, { id: contentTypeId, force }),
});
