import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { session } from "../../queries.js";
import { ago, dayAndTime } from "../../words.js";
import type { AuditEntry } from "../queries.js";
import { actorOf, deedOf } from "./words.js";

interface Given {
  entries: readonly AuditEntry[];
  /**
   * The rows show resource ids, which the page over all accounts needs; a person's own page has links
   * instead.
   */
  hasIds?: boolean;
}

/** Shows a table of audit entries, the newest first. */
export function Acts({ entries, hasIds = false }: Given) {
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
                  {hasIds ? <span>{deedOf(entry)}</span> : <Deed entry={entry} />}
                  {hasIds && (
                    <span className="soft small code" title={`Request ${entry.requestId}`}>
                      {entry.resource.id ?? entry.action}
                    </span>
                  )}
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

/** Shows the action of an entry, as a link where the page of the resource exists. */
function Deed({ entry }: { entry: AuditEntry }) {
  const deed = deedOf(entry);
  const { kind, id } = entry.resource;
  if (id === null || entry.action.includes(".delete")) return <span>{deed}</span>;
  switch (kind) {
    case "document":
      return (
        <Link to="/app/content/documents/$id" params={{ id }}>
          {deed}
        </Link>
      );
    case "workflow":
      return (
        <Link to="/app/workflows/$id" params={{ id }}>
          {deed}
        </Link>
      );
    case "project":
      return (
        <Link to="/app/account/projects/$id" params={{ id }}>
          {deed}
        </Link>
      );
    default:
      return <span title={id}>{deed}</span>;
  }
}
