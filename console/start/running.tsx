import { useQuery } from "@tanstack/react-query";
import { shortName } from "../parts/model-name.js";
import { Failed } from "../parts/states.js";
import { JobProgress } from "../parts/status.js";
import { isRunning, jobs, KIND_NAMES, models } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { promptOf } from "../parts/prompt-of.js";

/** Shows the running jobs; nothing if there are none. */
export function Running() {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(jobs(projectId));
  const names = useQuery(models).data?.models;
  if (data === undefined) return error === null ? null : <Failed error={error} again={refetch} />;
  const running = data.jobs.filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="running">
      <h2 id="running">Running</h2>
      <ul className="rows card">
        {running.map((job) => (
          <li key={job.id}>
            <span className="row-text">
              <strong>{promptOf(job) ?? KIND_NAMES[job.kind]}</strong>
              <span className="soft small">
                {shortName(names?.find(({ id }) => id === job.model)?.displayName ?? job.model)}
              </span>
            </span>
            <JobProgress job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}
