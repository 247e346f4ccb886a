import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import type { Task } from "../../sdk/generated/types.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { ago, wholeNumber } from "../words.js";
import { Frame } from "./frame.js";
import { tasks } from "./queries.js";

const STATES: Readonly<Record<Task["state"], readonly [string, string]>> = {
  ready: ["Due or planned", ""],
  running: ["Running", "accent"],
  dead: ["Given up", "bad"],
};
const RANK = { dead: 0, running: 1, ready: 2 } as const;

/** Shows the waiting, running and dead tasks of each queue. */
export function Tasks() {
  const { data, error, refetch } = useQuery(tasks);
  const shown = data?.tasks.toSorted(
    (one, other) => RANK[one.state] - RANK[other.state] || one.queue.localeCompare(other.queue),
  );
  return (
    <Frame title="Tasks">
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={4} className="row" />
        </div>
      )}
      {shown?.length === 0 && (
        <div className="card">
          <Empty icon={ListChecks} title="No task waits">
            <p>What the service does by itself, now or later, is listed here by its queue.</p>
          </Empty>
        </div>
      )}
      {shown !== undefined && shown.length > 0 && (
        <div className="card flush">
          <table className="table">
            <caption className="unseen">Tasks by queue</caption>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col">State</th>
                <th scope="col" className="less">
                  First due
                </th>
                <th scope="col" className="figure">
                  Tasks
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ queue, state, count, oldestRunAt, lastError }) => (
                <tr key={`${queue} ${state}`}>
                  <td>
                    <span>{queue}</span>
                    {lastError !== null && <span className="wrong-text small block">{lastError}</span>}
                  </td>
                  <td>
                    <span className={`badge ${STATES[state][1]}`}>{STATES[state][0]}</span>
                  </td>
                  <td className="less soft">{ago(oldestRunAt)}</td>
                  <td className="figure">{wholeNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Frame>
  );
}
