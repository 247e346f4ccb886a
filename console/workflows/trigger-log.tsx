import { useQuery } from "@tanstack/react-query";
import { workflowsTriggerLog } from "../../sdk/generated/operations.js";
import type { TriggerFire } from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { Failed, Skeletons } from "../parts/states.js";
import { ago } from "../words.js";
import type { Trigger } from "./queries.js";

const NEWEST = 50;
const AGAIN_MS = 5_000;

const STATES: Readonly<Record<TriggerFire["status"], readonly [string, string]>> = {
  waiting: ["Waiting", ""],
  started: ["Started", "good"],
  refused: ["Refused", "bad"],
  missed: ["Missed", "bad"],
  credential_ended: ["Switched off", "bad"],
};

/** Shows when a trigger fired, and the result. */
export function TriggerLog({
  trigger: { id: triggerId, workflowId: id },
  choose,
}: {
  trigger: Trigger;
  choose: (runId: string) => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ["triggers", id, "log", triggerId],
    queryFn: ({ signal }) => call(workflowsTriggerLog, { id, triggerId, limit: NEWEST }, { signal }),
    refetchInterval: AGAIN_MS,
  });
  if (data === undefined)
    return error === null ? (
      <Skeletons count={2} className="line" />
    ) : (
      <Failed error={error} again={refetch} />
    );
  if (data.fires.length === 0) return <p className="soft small">It has not fired yet.</p>;
  return (
    <ul className="trigger-log" aria-label="Log">
      {data.fires.map(({ id: fire, status, detail, createdAt, runId }) => (
        <li key={fire}>
          <span className={`badge ${STATES[status][1]}`}>{STATES[status][0]}</span>
          <span className="soft small">{ago(createdAt)}</span>
          {runId !== null && (
            <button type="button" className="button plain small" onClick={() => choose(runId)}>
              Show the run
            </button>
          )}
          {detail !== null && <span className="small">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
