import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { type Job, jobs, KIND_NAMES, type Media } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { promptOf } from "./prompt-of.js";
import { nameOf } from "./thumb.js";

/** Which of the newest jobs made a file, by the file's id. */
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

/** What a file is called: what it was asked for with, where that is known; its own name says only which model made it. */
export const titleOf = (file: Pick<Media, "filename" | "contentType">, maker: Job | undefined): string =>
  maker === undefined ? nameOf(file) : (promptOf(maker) ?? KIND_NAMES[maker.kind]);
