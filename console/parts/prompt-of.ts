import type { Job } from "../queries.js";

/** Returns the prompt of a job; null if it has none. */
export const promptOf = ({ params }: Pick<Job, "params">): string | null =>
  "prompt" in params && params.prompt?.trim() ? params.prompt : null;
