import type { Job } from "../queries.js";

/** What a job was asked for, in the person's words. */
export const promptOf = ({ params }: Pick<Job, "params">): string | null =>
  "prompt" in params && params.prompt?.trim() ? params.prompt : null;
