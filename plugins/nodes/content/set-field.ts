import { defineNode, textSetting } from "../../kit/workflow-node.js";
import { DOCUMENT_PORT, DOCUMENT_SETTING, documentOf, documentValue } from "./document-text.js";
import { PORT_TYPES } from "../../kit/node-value.js";

export const setField = defineNode({
  type: "setField",
  version: 1,
  title: "Set field",
  description:
    "Writes one field of a document's draft, beside whoever edits it; media are linked to the project. A text becomes what the field takes: a number, true or false, paragraphs of portable text.",
  inputs: {
    document: DOCUMENT_PORT,
    value: { types: PORT_TYPES, isRequired: true, setting: "value", description: "What to write." },
  },
  outputs: {
    document: {
      types: ["text"],
      description: "The document at its new version, to be published at that one.",
    },
  },
  settings: {
    documentId: DOCUMENT_SETTING,
    field: { type: "string", description: "The field, as in `picture` or `seo.image`; required." },
    value: { type: "string", description: "A text to write, where nothing is connected." },
    locale: { type: "string", description: "Of a localized field: the locale; default: the project's." },
    onConflict: {
      type: "string",
      default: "merge",
      values: ["merge", "fail"],
      description:
        "`merge`: other changes of the draft stay, the last writer of the field wins. `fail`: an error when the draft is not at the version that was read.",
    },
  },
  isFresh: true,
  async run(context) {
    const { inputs, settings, content } = context;
    const document = documentOf(context);
    const field = textSetting(settings, "field");
    if (field === "") throw new Error("The field is missing: set data.field.");
    const [value = { type: "text" as const, text: textSetting(settings, "value") }] = inputs.value ?? [];
    const locale = textSetting(settings, "locale");
    const mustBeSame = settings.onConflict === "fail" && document.version !== undefined;
    const version = await content.change({
      documentId: document.id,
      field,
      value,
      ...(locale !== "" && { locale }),
      ...(mustBeSame && { baseVersion: document.version }),
    });
    return { document: documentValue(document, version) };
  },
});
