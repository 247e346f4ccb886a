import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { Copied } from "../../parts/copied.js";
import { ShowMore } from "../../parts/show-more.js";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { grants } from "../queries.js";
import { AgentCard } from "./agent-card.js";

/** Shows the apps that act for the person: the scopes, the budget and the revocation of each. */
export function Agents() {
  const list = useInfiniteQuery(grants);
  const { data, error, refetch } = list;
  const all = data?.pages.flatMap((page) => page.grants) ?? [];
  return (
    <Frame title="Agents">
      <section className="card address" aria-labelledby="address">
        <h2 id="address">Connect an agent</h2>
        <p className="soft">
          Give any client of the Model Context Protocol this address. It opens a page here on which you say
          what it may do and spend.
        </p>
        <Copied name="Address for agents" text={`${location.origin}/mcp`} />
      </section>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={2} className="account-card" />
        </div>
      )}
      {data !== undefined && all.length === 0 && (
        <div className="card">
          <Empty icon={Bot} title="No agent is connected">
            <p>An agent that you connect appears here with what it may do, and you can end it at once.</p>
          </Empty>
        </div>
      )}
      <ul className="account-cards" aria-label="Agents">
        {all.map((grant) => (
          <li key={grant.id}>
            <AgentCard grant={grant} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} shown={all.length} total={data?.pages[0]?.total ?? 0} />
    </Frame>
  );
}
