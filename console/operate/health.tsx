import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleMinus, TriangleAlert } from "lucide-react";
import { Failed, Skeletons } from "../parts/states.js";
import { wholeNumber } from "../words.js";
import { Frame } from "./frame.js";
import { health, nodes, plugins, tasks } from "./queries.js";

/** Shows the problems that need an operator: silent nodes, failed plugins and dead tasks. */
export function Health() {
  return (
    <Frame title="Health">
      <Concerns />
      <Providers />
    </Frame>
  );
}

interface Concern {
  to: "/app/operate/nodes" | "/app/operate/plugins" | "/app/operate/tasks";
  title: string;
  bad: number | undefined;
  good: string;
  says: (bad: number) => string;
}

function Concerns() {
  const answered = [useQuery(nodes), useQuery(plugins), useQuery(tasks)] as const;
  const [ofNodes, ofPlugins, ofTasks] = answered;
  const error = answered.find((one) => one.error !== null)?.error ?? null;
  const dead = ofTasks.data?.tasks
    .filter(({ state }) => state === "dead")
    .reduce((sum, { count }) => sum + count, 0);
  const waiting = ofTasks.data?.tasks
    .filter(({ state }) => state === "ready")
    .reduce((sum, { count }) => sum + count, 0);
  const concerns: readonly Concern[] = [
    {
      to: "/app/operate/nodes",
      title: "Nodes",
      bad: ofNodes.data?.silent.length,
      good: count(ofNodes.data?.nodes.length ?? 0, "node answers", "nodes answer"),
      says: (bad) => count(bad, "node is silent", "nodes are silent"),
    },
    {
      to: "/app/operate/plugins",
      title: "Plugins",
      bad: ofPlugins.data?.plugins.filter(({ status }) => status === "failed").length,
      good: count(
        new Set(ofPlugins.data?.plugins.filter(({ status }) => status === "loaded").map(({ name }) => name))
          .size,
        "plugin is loaded",
        "plugins are loaded",
      ),
      says: (bad) => count(bad, "plugin failed", "plugins failed"),
    },
    {
      to: "/app/operate/tasks",
      title: "Tasks",
      bad: dead,
      good:
        waiting === 0
          ? "Nothing waits"
          : count(waiting ?? 0, "task is due or planned", "tasks are due or planned"),
      says: (bad) => count(bad, "task was given up", "tasks were given up"),
    },
  ];
  return (
    <>
      {error !== null && (
        <Failed error={error} again={() => Promise.all(answered.map((one) => one.refetch()))} />
      )}
      <ul className="concerns">
        {concerns.map((concern) => (
          <li key={concern.to}>
            <ConcernCard concern={concern} />
          </li>
        ))}
      </ul>
    </>
  );
}

const count = (value: number, one: string, many: string) =>
  `${wholeNumber(value)} ${value === 1 ? one : many}`;

function ConcernCard({ concern: { to, title, bad, good, says } }: { concern: Concern }) {
  if (bad === undefined) return <span className="skeleton concern" aria-busy />;
  const Icon = bad > 0 ? TriangleAlert : CircleCheck;
  return (
    <Link to={to} className={`card concern ${bad > 0 ? "bad" : "good"}`}>
      <Icon aria-hidden size={22} />
      <span className="row-text">
        <strong>{title}</strong>
        <span>{bad > 0 ? says(bad) : good}</span>
      </span>
    </Link>
  );
}

/** Shows which upstream integrations this deployment can use. */
function Providers() {
  const { data, error, refetch } = useQuery(health);
  const listed = Object.entries(data?.providers ?? {}).sort(
    ([one, isOn], [other, isOther]) => Number(isOther) - Number(isOn) || one.localeCompare(other),
  );
  return (
    <section aria-labelledby="providers" className="card">
      <h2 id="providers">Integrations</h2>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && <Skeletons count={3} className="line" />}
      <ul className="providers">
        {listed.map(([name, isOn]) => (
          <li key={name} className={isOn ? "" : "soft"}>
            {isOn ? <CircleCheck aria-hidden size={18} /> : <CircleMinus aria-hidden size={18} />}
            {name} <span className="soft small">{isOn ? "set up" : "not set up"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
