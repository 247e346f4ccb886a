import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { type CatalogModel, jobs } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";
import { Tray } from "../compare/tray.js";
import type { Acts } from "./acts.js";
import { goAmongCards } from "./among-cards.js";
import { Card } from "./card.js";
import { cardsOf } from "./cards-of.js";

interface Given {
  models: readonly CatalogModel[];
  acts: Acts;
}

/** Shows the jobs, the newest first, as a grid with one card for each result (rules/console 14). */
export function Results({ models, acts }: Given) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(jobs(projectId));
  const isEmpty = data?.jobs.length === 0;
  return (
    <section className="queue" aria-label="Results" aria-busy={data === undefined && error === null}>
      {error !== null && <Failed error={error} again={refetch} />}
      {isEmpty && (
        <div className="card">
          <Empty icon={Sparkles} title="No results yet">
            <p>Enter a prompt and press Generate. Results appear here and stay in the library.</p>
          </Empty>
        </div>
      )}
      {data === undefined && error === null && (
        <div className="cards">
          <Skeletons count={6} className="job" />
        </div>
      )}
      {data !== undefined && !isEmpty && (
        <ul className="cards" onKeyDown={goAmongCards}>
          {data.jobs.flatMap((job) => {
            const model = models.find(({ id }) => id === job.model);
            return Array.from({ length: cardsOf(job) }, (_, at) => (
              <Card key={`${job.id}.${at}`} job={job} at={at} model={model} acts={acts} />
            ));
          })}
        </ul>
      )}
      <Tray />
    </section>
  );
}
