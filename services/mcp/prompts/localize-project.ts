import { getSettings } from "../../../contracts/content-settings.js";
import { projectOf } from "../project-of.js";
import { type Prompt, said, steps } from "./prompt.js";

export const localizeProject: Prompt = {
  name: "localize_project",
  title: "Localize a project",
  description: "Finds what is not wholly translated in a project and has it translated, locale by locale.",
  arguments: [
    {
      name: "projectId",
      description: "A project from list_projects; left out: the account's default project.",
      required: false,
    },
    { name: "locales", description: "Only these locales, as in de, fr.", required: false },
  ],
  tools: [
    "get_content_settings",
    "list_content_types",
    "list_content_documents",
    "translate_content_document",
    "get_content_document",
  ],
  async messages(call, { projectId: named, locales }) {
    const projectId = await projectOf(call, named);
    const { settings } = await call.call(getSettings, { projectId });
    const only = locales === undefined ? "every locale but the default one" : `only ${locales}`;
    return [
      said(
        `Localize the project ${projectId}. Its locales are ${settings.locales.map(({ code }) => code).join(", ")}, its default locale is ${settings.defaultLocale}. Work on ${only}.\n${steps(
          "List its types with list_content_types and keep those with localized fields.",
          "For each of them and each locale call list_content_documents with missingLocale, page by page; coverage says what is empty, partial or outdated.",
          "Tell the person how many documents and locales that makes, and that each language of a document costs at least 1 credit, and wait for their yes.",
          'Call translate_content_document for each document with the locales that it lacks and mode "outdated", which leaves alone what people wrote.',
          "Read a few results with get_content_document, correct names and terms that should not have been translated, and report what was skipped and why. Do not publish.",
        )}`,
      ),
    ];
  },
};
