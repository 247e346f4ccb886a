import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { type CatalogModel, jobs } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { Tray } from "./compare/tray.js";
import { JobCard } from "./job-card.js";
import type { Acts } from "./result-acts.js";

interface Given {
  models: readonly CatalogModel[];
  acts: Acts;
}

/** What was asked for, newest first, with what came of it. */
export function Queue({ models, acts }: Given) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(jobs(projectId));
  return (
    <section className="queue" aria-label="Results" aria-busy={data === undefined && error === null}>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && <Skeletons count={2} className="job" />}
      {data?.jobs.length === 0 && (
        <div className="card">
          <Empty icon={Sparkles} title="Nothing was made here yet">
            <p>Say what to make, and press Generate. Results appear here, and stay in the library.</p>
          </Empty>
        </div>
      )}
      <ul>
        {data?.jobs.map((job) => (
          <JobCard key={job.id} job={job} model={models.find(({ id }) => id === job.model)} acts={acts} />
        ))}
      </ul>
      <Tray />
    </section>
  );
}
