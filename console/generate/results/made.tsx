import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileX } from "lucide-react";
import { isRefusal } from "../../kiln.js";
import { object } from "../../library/object.js";
import { Failed } from "../../parts/states.js";
import { type CatalogModel, type Job, kindOf } from "../../queries.js";
import { CompareToggle } from "../compare/toggle.js";
import { type Acts, Again, ResultActs } from "./acts.js";
import { Shown } from "./shown.js";

interface Given {
  storageId: string;
  job: Job;
  model: CatalogModel | undefined;
  title: string;
  /** The name of the result in the labels of its controls. */
  said: string;
  facts: ReactNode;
  acts: Acts;
}

/** Shows a finished result and its actions. */
export function Made({ storageId, job, model, title, said, facts, acts }: Given) {
  const { data, error, refetch } = useQuery(object(storageId));
  const isGone = isRefusal(error, "not_found");
  // The file of an earlier reading stays visible if a later reading fails.
  const file = isGone ? undefined : data?.object;
  const isFailed = error !== null && !isGone && file === undefined;
  const kind = kindOf(file?.contentType ?? "");
  return (
    <>
      <div className="job-frame" aria-busy={file === undefined && error === null}>
        {file !== undefined && <Shown file={file} title={title} />}
        {file === undefined && error === null && <span className="skeleton job-waiting" />}
        {isFailed && (
          <div className="job-failure">
            <Failed error={error} again={refetch} />
          </div>
        )}
        {isGone && (
          <div className="job-failure">
            <FileX aria-hidden size={28} strokeWidth={1.5} />
            <strong>This file was deleted</strong>
          </div>
        )}
        {kind !== "other" && <CompareToggle storageId={storageId} jobId={job.id} kind={kind} title={said} />}
      </div>
      <div className="job-text">
        {!isGone ? (
          <Link
            to="/app/library"
            search={{ file: storageId }}
            className="job-prompt"
            data-act="title"
            title={title}
          >
            {title}
          </Link>
        ) : (
          <p className="job-prompt">{title}</p>
        )}
        {facts}
      </div>
      <div className="job-acts">
        {file !== undefined && kind !== "other" && (
          <ResultActs job={job} model={model} file={file} kind={kind} said={said} acts={acts} />
        )}
        {(isGone || (file !== undefined && kind === "other")) && model !== undefined && (
          <Again job={job} said={said} acts={acts} />
        )}
      </div>
    </>
  );
}
