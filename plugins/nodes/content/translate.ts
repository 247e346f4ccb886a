import { defineNode, textSetting } from "../../kit/workflow-node.js";
import { DOCUMENT_PORT, DOCUMENT_SETTING, documentOf, documentValue } from "./document-text.js";

const MODES = ["missing", "outdated", "all"] as const;

export const translate = defineNode({
  type: "translate",
  version: 1,
  title: "Translate",
  description:
    "Translates the localized fields of a document's draft, billed to the project's owner language by language. An estimate names it without a price.",
  inputs: { document: DOCUMENT_PORT },
  outputs: { document: { types: ["text"], description: "The document at its new version." } },
  settings: {
    documentId: DOCUMENT_SETTING,
    locales: { type: "strings", description: "Locales to fill; default: every one but the source." },
    mode: {
      type: "string",
      default: "outdated",
      values: MODES,
      description:
        "`missing`: empty values only. `outdated`: also machine translations whose source changed. `all`: everything.",
    },
    model: { type: "string", description: "A text model; default: the project's choice." },
  },
  isFresh: true,
  unpriced: "always",
  async run(context) {
    const { settings, content } = context;
    const document = documentOf(context);
    const model = textSetting(settings, "model");
    const version = await content.translate({
      documentId: document.id,
      mode: MODES.find((mode) => mode === settings.mode) ?? "outdated",
      ...(Array.isArray(settings.locales) && { locales: settings.locales as string[] }),
      ...(model !== "" && { model }),
    });
    return { document: documentValue(document, version) };
  },
});
