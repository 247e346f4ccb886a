import { z } from "zod";
import { updateType as contract } from "../../../../contracts/content-types.js";
import { defineTool } from "../../tool.js";
import { contentTypeParam } from "./ids.js";

export const updateContentType = defineTool({
  name: "update_content_type",
  title: "Change a content type",
  description:
    "Changes what is given. baseVersion must be the type's latestVersion, else it is a conflict: read the type again. fields is the whole list: a field that is left out is removed from drafts' validation and from delivery, while stored values stay. Documents are checked against the new schema when they are saved or published next.",
  contract,
  input: z.strictObject({
    contentTypeId: contentTypeParam,
    ...contract.params.omit({ id: true }).shape,
    title: contract.params.shape.title.describe("Title that editors read; left out: unchanged."),
    description: contract.params.shape.description.describe(
      "Purpose of the type, for editors; null: none; left out: unchanged.",
    ),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  run: (call, { contentTypeId, ...change }) => call.call(contract, { ...change, id: contentTypeId }),
});
