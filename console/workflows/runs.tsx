import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, RotateCw, Square } from "lucide-react";
import { workflowsResumeRun, workflowsStopRun } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Ago } from "../parts/ago.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { randomKey } from "../../sdk/random-key.js";
import { ago, credits, duration } from "../words.js";
import { costOf, type Run, runs } from "./queries.js";
import { RunDifferences } from "./run-differences.js";
import "./runs.css";

const STATES: Readonly<Record<Run["status"], readonly [string, string]>> = {
  running: ["Running", "accent"],
  complete: ["Done", "good"],
  error: ["Failed", "bad"],
  stopped: ["Stopped", ""],
};

/** Shows the earlier runs, and which one the canvas shows. */
export function Runs({
  workflowId,
  run,
  choose,
}: {
  workflowId: string;
  run: Run | null;
  choose: (id: string) => void;
}) {
  const { data, error, refetch } = useQuery(runs(workflowId));
  if (data === undefined)
    return error === null ? (
      <Skeletons count={3} className="line" />
    ) : (
      <Failed error={error} again={refetch} />
    );
  if (data.runs.length === 0)
    return (
      <Empty icon={History} title="No run yet">
        <p>Run shows the price first.</p>
      </Empty>
    );
  // The list may be older than the run that is still going on.
  const shown = data.runs.map((each) => (each.id === run?.id ? run : each));
  return (
    <>
      {error !== null && <Failed error={error} again={refetch} />}
      {run !== null && <Acts run={run} />}
      <ul className="runs" aria-label="Runs">
        {shown.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className="button plain"
              aria-pressed={each.id === run?.id}
              onClick={() => choose(each.id)}
            >
              <span className={`badge ${STATES[each.status][1]}`}>{STATES[each.status][0]}</span>
              <span className="row-text">
                <Ago time={each.createdAt} />
                {each.completedAt !== null && (
                  <span className="soft small number">
                    ended after {lastedOf(each.createdAt, each.completedAt)}
                  </span>
                )}
              </span>
              <span className="soft small number">{credits(costOf(each))}</span>
            </button>
          </li>
        ))}
      </ul>
      {run !== null && shown.length > 1 && (
        <Compare run={run} others={shown.filter(({ id }) => id !== run.id)} />
      )}
      {data.total > data.runs.length && (
        <p className="soft small">
          The newest {data.runs.length} of {data.total}
        </p>
      )}
    </>
  );
}

const lastedOf = (from: string, to: string): string => duration((Date.parse(to) - Date.parse(from)) / 1000);

/** Chooses another run and shows the differing results. */
function Compare({ run, others }: { run: Run; others: readonly Run[] }) {
  const [otherId, choose] = useState("");
  const other = others.find(({ id }) => id === otherId);
  // The comparison goes from the older to the newer run.
  const isOlder = other !== undefined && other.createdAt < run.createdAt;
  return (
    <div className="field compare">
      <label htmlFor="compare">What differs from another run</label>
      <select id="compare" className="input" value={otherId} onChange={({ target }) => choose(target.value)}>
        <option value="">Choose a run</option>
        {others.map(({ id, createdAt, status }) => (
          <option key={id} value={id}>
            {STATES[status][0]}, {ago(createdAt)}
          </option>
        ))}
      </select>
      {other !== undefined && (
        <RunDifferences
          before={isOlder ? other : run}
          after={isOlder ? run : other}
          onClose={() => choose("")}
        />
      )}
    </div>
  );
}

/** Shows the buttons that stop a running run, and resume a failed or stopped one. */
function Acts({ run }: { run: Run }) {
  const client = useQueryClient();
  const took = ({ run: next }: { run: Run }) => {
    client.setQueryData(["run", next.id], { run: next });
    void client.invalidateQueries({ queryKey: ["runs", next.workflowId] });
  };
  const named = { id: run.workflowId, runId: run.id };
  const stop = useMutation({ mutationFn: () => call(workflowsStopRun, named), onSuccess: took });
  const resume = useMutation({
    mutationFn: () => call(workflowsResumeRun, named, { idempotencyKey: randomKey() }),
    onSuccess: took,
  });
  const error = stop.error ?? resume.error;
  const results = Object.values(run.nodeResults);
  const done = results.filter(({ status }) => status === "complete").length;
  const reused = results.filter(({ cached }) => cached === true).length;
  return (
    <div className="run-acts">
      <p className="small soft number" role="status">
        {done} of {results.length} nodes done{reused > 0 && `, ${reused} reused`}, {credits(costOf(run))}
      </p>
      {error !== null && <Failed error={error} />}
      {run.status === "running" && (
        <button
          type="button"
          className="button"
          aria-disabled={stop.isPending}
          onClick={() => !stop.isPending && stop.mutate()}
        >
          <Square aria-hidden size={16} /> Stop
        </button>
      )}
      {(run.status === "error" || run.status === "stopped") && (
        <button
          type="button"
          className="button"
          aria-disabled={resume.isPending}
          onClick={() => !resume.isPending && resume.mutate()}
        >
          <RotateCw aria-hidden size={16} /> Resume
        </button>
      )}
    </div>
  );
}
