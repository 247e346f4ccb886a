import { useQueries } from "@tanstack/react-query";
import { isRefusal } from "../../kiln.js";
import { object } from "../../library/object.js";
import { job as jobQuery, type Job, kindOf, type Media, type MediaKind } from "../../queries.js";
import type { Compared } from "./choice.js";

/** A compared file, with the data of it that is read so far. */
export interface Item extends Compared {
  file: Media | undefined;
  job: Job | undefined;
  /** The reason why the file cannot be read. */
  error: Error | null;
  kind: MediaKind | "other" | undefined;
  /** The file or its job is still being read. */
  isPending: boolean;
}

/**
 * Returns the files of an address and the jobs that made them. A person who may not read a job still sees the
 * file.
 */
export function useItems(compared: readonly Compared[]): Item[] {
  const files = useQueries({ queries: compared.map(({ storageId }) => object(storageId)) });
  const jobs = useQueries({
    queries: compared.map(({ jobId }) => ({ ...jobQuery(jobId ?? ""), enabled: jobId !== null })),
  });
  return compared.map((one, at) => {
    const file = files[at]?.data?.object;
    const error = files[at]?.error ?? null;
    return {
      ...one,
      file,
      job: jobs[at]?.data?.job,
      // The file of an earlier reading stays in view when a later reading fails.
      error: file === undefined || isRefusal(error, "not_found") ? error : null,
      kind: file && kindOf(file.contentType),
      isPending: Boolean(files[at]?.isPending || (one.jobId !== null && jobs[at]?.isPending)),
    };
  });
}
