import type { Answer, Person } from "./client.js";
import { until } from "./until.js";

/** Returns calls for the project-wide translation jobs of a project, as one of its people. */
export function translationJobs({ api }: Person, projectId: string) {
  const path = `/v1/projects/${projectId}/content/translation-jobs`;
  const latest = (): Promise<Answer> => api.get(`${path}/latest`);
  return {
    preview: (): Promise<Answer> => api.post(`${path}/preview`),
    start: (): Promise<Answer> => api.post(path),
    latest,
    /** Waits until the latest job has ended, and returns it. */
    ended: () =>
      until(async () => {
        const { job } = (await latest()).body;
        return job !== null && job.status !== "running" && job;
      }),
  };
}
