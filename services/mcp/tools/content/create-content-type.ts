import { createType as contract } from "../../../../contracts/content-types.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool } from "../../tool.js";

export const createContentType = defineTool({
  name: "create_content_type",
  title: "Create a content type",
  description:
    "Makes a content type. name is permanent, in camelCase. Each field has name, title, type (string, text, number, boolean, datetime, portableText, media, reference, object, array), may be required, and takes its type's options: maxLength, enum; integer, min, max; accept; to (types that exist, or this one); fields; of; localized for string, text, portableText and media. titleField names the field that documents are called by.",
  contract,
  input: contract.params.extend({
    projectId: projectParam,
    name: contract.params.shape.name.describe("Permanent machine name in camelCase, as in blogPost."),
    title: contract.params.shape.title.describe("Title that editors read."),
    description: contract.params.shape.description.describe("Purpose of the type, for editors."),
    fields: contract.params.shape.fields.describe("The fields, in the order in which editors see them."),
    titleField: contract.params.shape.titleField.describe(
      "Name of the field that names documents in lists and search.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  run: async (call, { projectId, ...schema }) =>
    call.call(contract, { ...schema, projectId: await projectOf(call, projectId) }),
});
