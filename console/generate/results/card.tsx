import { type CSSProperties, memo } from "react";
import { promptOf } from "../../parts/prompt-of.js";
import { shortName } from "../../parts/model-name.js";
import { type CatalogModel, type Job, KIND_NAMES } from "../../queries.js";
import { ago, credits } from "../../words.js";
import { type Acts, Again } from "./acts.js";
import { Cancel } from "./cancel.js";
import { shapeOf } from "./cards-of.js";
import { Made } from "./made.js";
import { saidOf } from "./said.js";
import { Failure, Waiting } from "./unmade.js";

interface Given {
  job: Job;
  /** The index of the result in the job. */
  at: number;
  /** The model of the job; undefined if it is no longer offered. */
  model: CatalogModel | undefined;
  acts: Acts;
}

/**
 * Shows one result of a job or its progress. The frame, the prompt and the actions keep their places from the
 * beginning (rules/console 14).
 */
export const Card = memo(function Card({ job, at, model, acts }: Given) {
  const { status, resultStorageIds, costCredits } = job;
  const title = promptOf(job) ?? KIND_NAMES[job.kind];
  const storageId = resultStorageIds?.[at];
  const said = saidOf(title, at, resultStorageIds?.length ?? 1);
  const facts = (
    <>
      <p className="soft small job-facts" title={model === undefined ? job.model : model.displayName}>
        {model === undefined ? job.model : shortName(model.displayName)}
      </p>
      <p className="soft small job-facts">
        {at === 0 && costCredits !== null && `${credits(costCredits)} · `}
        {ago(job.createdAt)}
      </p>
    </>
  );
  const isWorking = status === "queued" || status === "running";
  return (
    <li className="card job" data-status={status} style={{ "--shape": shapeOf(job) } as CSSProperties}>
      {storageId !== undefined ? (
        <Made
          storageId={storageId}
          job={job}
          model={model}
          title={title}
          said={said}
          facts={facts}
          acts={acts}
        />
      ) : (
        <>
          <div className="job-frame">
            {isWorking ? <Waiting job={job} isFirst={at === 0} /> : <Failure job={job} />}
          </div>
          <div className="job-text">
            <p className="job-prompt">{title}</p>
            {facts}
          </div>
          <div className="job-acts">
            {isWorking && at === 0 && <Cancel id={job.id} title={title} />}
            {!isWorking && model !== undefined && <Again job={job} said={said} acts={acts} />}
          </div>
        </>
      )}
    </li>
  );
});
