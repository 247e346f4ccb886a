import { z } from "zod";
import { getType as contract } from "../../../../contracts/content-types.js";
import { defineTool, LOOKS } from "../../tool.js";
import { contentTypeParam } from "./ids.js";

export const getContentType = defineTool({
  name: "get_content_type",
  title: "Get a content type",
  description:
    "One content type with its schema and latestVersion, which update_content_type takes as baseVersion; with version, the schema as it was then.",
  contract,
  input: z.object({
    contentTypeId: contentTypeParam,
    ...contract.params.omit({ id: true }).shape,
    version: contract.params.shape.version.describe(
      "An earlier version of the schema; left out: the latest.",
    ),
  }),
  annotations: LOOKS,
  run: (call, { contentTypeId, version }) => call.call(contract, { id: contentTypeId, version }),
});
