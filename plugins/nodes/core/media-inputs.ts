import { defineNode, textSetting, type WorkflowNode } from "../../kit/workflow-node.js";
import type { MediaType } from "../../kit/node-value.js";

/** A run gives pictures and videos; sounds are saved with the workflow (rules/workflows 9). */
const mediaInput = (kind: MediaType, noun: string, takesInput: boolean): WorkflowNode =>
  defineNode({
    type: `${kind}Input`,
    version: 1,
    title: `${noun} input`,
    description: `A stored ${kind} that is chosen in the workflow${takesInput ? ", or given to a run" : ""}.`,
    inputs: {},
    outputs: { [kind]: { types: [kind], description: `The ${kind}.` } },
    settings: {
      storageId: {
        type: "string",
        description: `Id of a committed ${kind} that whoever starts a run can read.`,
      },
    },
    ...(takesInput && { takes: { value: "storageId" as const, field: "storageId", kind } }),
    async run({ settings, media }) {
      const storageId = textSetting(settings, "storageId").toLowerCase();
      if (storageId === "")
        throw new Error(
          `The ${kind} is missing: set data.storageId${takesInput ? ", or give it to the run" : ""}.`,
        );
      const { contentType } = await media(storageId);
      if (!contentType.startsWith(`${kind}/`))
        throw new Error(`data.storageId must be of kind ${kind}; the object is ${contentType}.`);
      return { [kind]: { type: kind, storageId } };
    },
  });

export const imageInput = mediaInput("image", "Image", true);
export const videoInput = mediaInput("video", "Video", true);
export const audioInput = mediaInput("audio", "Audio", false);
