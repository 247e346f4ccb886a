import { useQuery } from "@tanstack/react-query";
import { projectsUsage } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { session } from "../../queries.js";
import { credits } from "../../words.js";

/** Shows the credits that each member spent in a project. */
export function Spent({ projectId }: { projectId: string }) {
  const own = useQuery(session).data?.user;
  const { data, error, refetch } = useQuery({
    queryKey: ["usage", "project", projectId],
    queryFn: ({ signal }) => call(projectsUsage, { id: projectId, limit: 1 }, { signal }),
  });
  return (
    <section className="card" aria-labelledby="spent-here">
      <h2 id="spent-here">Spent here</h2>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && <Skeletons count={1} className="line" />}
      {data?.totalsByActor.length === 0 && <p className="soft">Nothing was spent in this project yet.</p>}
      <ul className="rows">
        {data?.totalsByActor.map(({ actorUserId, actorEmail, spentCredits }) => (
          <li key={actorUserId}>
            <span>{actorUserId === own?.id ? "You" : (actorEmail ?? "A former member")}</span>
            <span className="number">{credits(spentCredits)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
