import { useQueries } from "@tanstack/react-query";
import { object } from "../../library/object.js";
import { job as jobQuery, type Job, kindOf, type Media, type MediaKind } from "../../queries.js";
import type { Compared } from "./choice.js";

/** One that is compared, as far as it is known. */
export interface Item extends Compared {
  file: Media | undefined;
  job: Job | undefined;
  /** Why there is no file. */
  error: Error | null;
  kind: MediaKind | "other" | undefined;
  /** Whether more of it is still to come. */
  isPending: boolean;
}

/** The files of an address and the jobs that made them; who may not read a job sees the file all the same. */
export function useItems(compared: readonly Compared[]): Item[] {
  const files = useQueries({ queries: compared.map(({ storageId }) => object(storageId)) });
  const jobs = useQueries({
    queries: compared.map(({ jobId }) => ({ ...jobQuery(jobId ?? ""), enabled: jobId !== null })),
  });
  return compared.map((one, at) => {
    const file = files[at]?.data?.object;
    return {
      ...one,
      file,
      job: jobs[at]?.data?.job,
      error: files[at]?.error ?? null,
      kind: file && kindOf(file.contentType),
      isPending: Boolean(files[at]?.isPending || (one.jobId !== null && jobs[at]?.isPending)),
    };
  });
}
