import { type Prompt, said, steps } from "./prompt.js";
import { DOCUMENT, withDocument } from "./with-document.js";

export const reviewDraft: Prompt = {
  name: "review_draft",
  title: "Review a draft",
  description: "Reads a draft against what is published and says what is wrong with it. Changes nothing.",
  arguments: [DOCUMENT],
  tools: ["get_content_document", "list_content_revisions"],
  async messages(call, { documentId = "" }) {
    const { title, message } = await withDocument(call, documentId);
    return [
      message,
      said(
        `Review the draft of "${title}" (${documentId}).\n${steps(
          "Begin with issues: each keeps the draft from being published, so say in plain words what has to change.",
          "Compare draft with published, where there is one, and list what a reader would notice. list_content_revisions says who changed it and when.",
          "Check spelling, facts that contradict each other, titles that promise something else, links without a text and pictures without an alternative text.",
          "Give the findings in order of weight, each with its field and a proposed wording. Change nothing, and do not publish.",
        )}`,
      ),
    ];
  },
};
