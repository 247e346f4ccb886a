import { z } from "zod";
import { contract } from "./contract.js";

/**
 * Declares what an area does about a deleted project (rules/projects 13). `projects.delete` calls it until it
 * is done: one call does one batch of a few seconds at most, and may be repeated after any crash.
 */
const onProjectDeleted = <A extends string>(area: A, description: string) =>
  contract({
    name: `${area}.projectDeleted`,
    description,
    params: z.object({ projectId: z.string() }),
    result: z.strictObject({ isDone: z.boolean() }),
    audience: "internal",
    effect: "write",
  });

export const generationProjectDeleted = onProjectDeleted(
  "generation",
  "Cancels the jobs in flight of a deleted project, and takes the project off all its jobs.",
);

export const transcriptionsProjectDeleted = onProjectDeleted(
  "transcriptions",
  "Stops the queued and running transcriptions of a deleted project, and takes the project off all of them.",
);

export const storageProjectDeleted = onProjectDeleted(
  "storage",
  "Unlinks the media of a deleted project; the objects survive.",
);

export const contentProjectDeleted = onProjectDeleted(
  "content",
  "Deletes types, documents, revisions and all other content data of a deleted project, without events.",
);

export const translationProjectDeleted = onProjectDeleted(
  "translation",
  "Stops and deletes the translation jobs of a deleted project.",
);

export const webhooksProjectDeleted = onProjectDeleted(
  "webhooks",
  "Deletes the webhooks of a deleted project and their undelivered events.",
);

export const deliveryProjectDeleted = onProjectDeleted(
  "delivery",
  "Deletes the delivery tokens of a deleted project.",
);

export const workflowsProjectDeleted = onProjectDeleted(
  "workflows",
  "Stops the runs that are billed to a deleted project, and moves its workflows to their creators' default projects.",
);
