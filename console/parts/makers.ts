import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { type Job, jobs, KIND_NAMES, type Media } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { promptOf } from "./prompt-of.js";
import { nameOf } from "./thumb.js";

/** Returns the jobs among the newest by the storage ids of their results. */
export function useMakers(): ReadonlyMap<string, Job> {
  const { projectId } = useProject();
  const { data } = useQuery(jobs(projectId));
  return useMemo(
    () =>
      new Map(
        data?.jobs.flatMap((job) => (job.resultStorageIds ?? []).map((id): [string, Job] => [id, job])) ?? [],
      ),
    [data],
  );
}

/**
 * Returns the title of a file: the prompt of its job if known, because a generated file's own name tells only
 * its model.
 */
export const titleOf = (file: Pick<Media, "filename" | "contentType">, maker: Job | undefined): string =>
  maker === undefined ? nameOf(file) : (promptOf(maker) ?? KIND_NAMES[maker.kind]);
