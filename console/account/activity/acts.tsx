import { useQuery } from "@tanstack/react-query";
import { session } from "../../queries.js";
import { ago, dayAndTime } from "../../words.js";
import type { AuditEntry } from "../queries.js";
import { actorOf, deedOf } from "./words.js";

/** Who did what, the newest first. */
export function Acts({ entries }: { entries: readonly AuditEntry[] }) {
  const own = useQuery(session).data?.user.email;
  return (
    <div className="card flush">
      <table className="table">
        <caption className="unseen">What was done, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col" className="less">
              From
            </th>
            <th scope="col" className="less">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <span className="row-text">
                  <span>{deedOf(entry)}</span>
                  <span className="soft small code" title={`Request ${entry.requestId}`}>
                    {entry.resource.id ?? entry.action}
                  </span>
                </span>
              </td>
              <td>
                {actorOf(entry.actor, own)} <span className="soft small only-narrow">{ago(entry.at)}</span>
              </td>
              <td className="less soft when">{entry.address ?? ""}</td>
              <td className="less soft when" title={entry.at}>
                {dayAndTime(entry.at)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
