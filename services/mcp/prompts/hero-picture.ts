import { type Prompt, said, steps } from "./prompt.js";
import { DOCUMENT, withDocument } from "./with-document.js";

export const heroPicture: Prompt = {
  name: "hero_picture",
  title: "Make a hero picture for an article",
  description: "Reads an article, makes a wide picture that fits it, and puts it into the article's draft.",
  arguments: [
    DOCUMENT,
    { name: "style", description: "How it should look, in your own words.", required: false },
  ],
  tools: ["get_content_document", "list_models", "generate", "link_assets", "update_content_document"],
  async messages(call, { documentId = "", style }) {
    const { projectId, title, message } = await withDocument(call, documentId);
    const look = style === undefined ? "" : ` The picture should look like this: ${style}.`;
    return [
      message,
      said(
        `Make a hero picture for the document "${title}".${look}\n${steps(
          "Find in its schema a field of type media that takes images and fits a lead picture; where there is none, say so and stop.",
          'Choose an image model with list_models (kind "image") that can do a wide aspect ratio, and tell the person what one picture costs before you spend.',
          `Call generate with a prompt that shows the article's subject without any writing in the picture, and with projectId ${projectId}, so that the project's credits are taken and the picture is linked to it.`,
          "Show the result to the person, and generate again only when they ask for it.",
          `Once they like it, call update_content_document for ${documentId} with that field set to { "storageId": … } and an alternative text where the field takes one. Do not publish.`,
        )}`,
      ),
    ];
  },
};
