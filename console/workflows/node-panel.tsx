import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { models } from "../queries.js";
import { type Drawn, type FlowNode, type Types, typeOf } from "./graph.js";
import { NodeStatus, Shown } from "./node-card.js";
import { PortField } from "./port-field.js";
import type { Run } from "./queries.js";
import { SettingField } from "./setting-field.js";
import { plain } from "./templates.js";
import { dataOf, type useGraph } from "./use-graph.js";

interface Given {
  types: Types;
  work: ReturnType<typeof useGraph>;
  selected: readonly FlowNode[];
  run: Run | null;
}

/** Shows the inputs, settings and result of the chosen node, or a list of all nodes if none is chosen. */
export function NodePanel({ types, work, selected, run }: Given) {
  const [node] = selected;
  const choose = (id: string) =>
    work.setDrawn((old) => ({
      ...old,
      nodes: old.nodes.map((each) => ({ ...each, selected: each.id === id })),
    }));
  if (node === undefined || selected.length > 1)
    return (
      <>
        <p className="soft small">
          {work.drawn.nodes.length === 0
            ? "Add a node: its settings are shown here."
            : "Choose a node to see its settings."}
        </p>
        <ul className="node-list">
          {work.drawn.nodes.map(({ id, data: { raw } }) => (
            <li key={id}>
              <button type="button" className="button plain" onClick={() => choose(id)}>
                {typeOf(types, raw)?.title ?? raw.type} <span className="soft small">{id}</span>
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  return <One key={node.id} node={node} types={types} work={work} run={run} choose={choose} />;
}

function One({
  node: {
    id,
    data: { raw },
  },
  types,
  work,
  run,
  choose,
}: Pick<Given, "types" | "work" | "run"> & { node: FlowNode; choose: (id: string) => void }) {
  const type = typeOf(types, raw);
  const catalog = useQuery(models).data?.models ?? [];
  const data = dataOf(raw);
  const fed = new Set(
    work.drawn.edges.filter(({ target }) => target === id).map(({ targetHandle }) => targetHandle),
  );
  const settings = type?.settings.filter(
    ({ name }) => !type.inputs.some((port) => port.setting === name && fed.has(port.name)),
  );
  const result = run?.nodeResults[id];
  const outputs = Object.entries(result?.outputs ?? {});
  return (
    <div className="node-panel">
      <div className="section-head">
        <h2>{type?.title ?? raw.type}</h2>
        <span className="soft small">{id}</span>
      </div>
      <p className="soft small">
        {plain(type?.description ?? "This deployment has no such node: a plugin is missing.")}
      </p>
      {type?.inputs.map((port) => (
        <PortField key={port.name} id={id} port={port} types={types} work={work} />
      ))}
      {settings?.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          type={type}
          data={data}
          models={catalog}
          set={(value) => work.set(id, setting.name, value)}
        />
      ))}
      {result !== undefined && (
        <section className="node-result">
          <h3>
            In the run <NodeStatus result={result} />
          </h3>
          {result.detail !== undefined && <p className="wrong-text">{result.detail}</p>}
          {outputs.map(([name, output]) => (
            <figure key={name}>
              <figcaption className="soft small">{name}</figcaption>
              <Shown output={output} />
            </figure>
          ))}
        </section>
      )}
      <div className="node-acts">
        <button type="button" className="button" onClick={() => choose("")}>
          All nodes
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => work.setDrawn((old) => without(old, id))}
        >
          <Trash2 aria-hidden size={16} /> Remove
        </button>
      </div>
    </div>
  );
}

const without = ({ nodes, edges }: Drawn, gone: string): Drawn => ({
  nodes: nodes.filter(({ id }) => id !== gone),
  edges: edges.filter(({ source, target }) => source !== gone && target !== gone),
});
