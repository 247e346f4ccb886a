import { useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Fresh } from "../../parts/fresh.js";
import { Labelled } from "../../parts/labelled.js";
import { ShowMore } from "../../parts/show-more.js";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { projects } from "../../queries.js";
import { Frame } from "../frame.js";
import { activity } from "../queries.js";
import { Acts } from "./acts.js";
import { KINDS_OF_ACTS } from "./words.js";

/**
 * Shows the audit entries of the account and of the projects that it owns, with filters by action and
 * project.
 */
export function Activity() {
  const [action, setAction] = useState("");
  const [projectId, setProject] = useState("");
  const list = useInfiniteQuery(
    activity({ ...(action !== "" && { action }), ...(projectId !== "" && { projectId }) }),
  );
  const owned = useQuery(projects).data?.projects.filter(({ role }) => role === "owner") ?? [];
  const { data, error, refetch, isFetching } = list;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Frame title="Activity" act={<Fresh isFetching={isFetching} again={refetch} />}>
      <div className="searches">
        <Labelled label="Show" id="activity-action">
          <select
            id="activity-action"
            className="input"
            value={action}
            onChange={({ target }) => setAction(target.value)}
          >
            {KINDS_OF_ACTS.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled label="In" id="activity-project">
          <select
            id="activity-project"
            className="input"
            value={projectId}
            onChange={({ target }) => setProject(target.value)}
          >
            <option value="">The whole account</option>
            {owned.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="card" aria-busy>
          <Skeletons count={8} className="line" />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <div className="card">
          <Empty icon={ScrollText} title="Nothing of this kind was done">
            <p>Whatever changes something in your account or projects is written down here.</p>
          </Empty>
        </div>
      )}
      {entries.length > 0 && <Acts entries={entries} />}
      <ShowMore list={list} shown={entries.length} total={data?.pages[0]?.total ?? 0} />
    </Frame>
  );
}
