import { useId } from "react";
import { X } from "lucide-react";
import { canConnect, edgeOf, type Input, type Types, typeOf } from "./graph.js";
import { plain } from "./templates.js";
import type { useGraph } from "./use-graph.js";

interface Given {
  id: string;
  port: Input;
  types: Types;
  work: ReturnType<typeof useGraph>;
}

/**
 * Shows the connections of an input port and the possible ones, so that nodes can be connected without a
 * mouse.
 */
export function PortField({ id, port, types, work: { drawn, setDrawn } }: Given) {
  const field = useId();
  const there = drawn.edges.filter(({ target, targetHandle }) => target === id && targetHandle === port.name);
  const nameOf = (nodeId: string) => {
    const raw = drawn.nodes.find((node) => node.id === nodeId)?.data.raw;
    return raw === undefined ? nodeId : `${typeOf(types, raw)?.title ?? raw.type} (${nodeId})`;
  };
  const offers = drawn.nodes.flatMap((node) =>
    (typeOf(types, node.data.raw)?.outputs ?? [])
      .map(({ name }) => ({ source: node.id, sourceHandle: name, target: id, targetHandle: port.name }))
      .filter((wanted) => canConnect(drawn, types, wanted)),
  );
  return (
    <fieldset className="field port-field">
      <legend>
        From another node: {port.name} {!port.required && <span className="soft">(optional)</span>}
      </legend>
      <span className="hint">{plain(port.description)}</span>
      {there.map((edge) => (
        <span key={edge.id} className="port-edge">
          {nameOf(edge.source)}: {edge.sourceHandle}
          <button
            type="button"
            className="button plain icon"
            aria-label={`Disconnect ${nameOf(edge.source)} from ${port.name}`}
            onClick={() =>
              setDrawn((old) => ({ ...old, edges: old.edges.filter((each) => each.id !== edge.id) }))
            }
          >
            <X aria-hidden size={16} />
          </button>
        </span>
      ))}
      {offers.length > 0 && (
        <select
          id={field}
          className="input"
          aria-label={`Connect ${port.name}`}
          value=""
          onChange={({ target }) => {
            const wanted = offers[Number(target.value)];
            if (wanted !== undefined)
              setDrawn((old) => ({ ...old, edges: [...old.edges, edgeOf(old.edges, wanted)] }));
          }}
        >
          <option value="" disabled>
            Connect …
          </option>
          {offers.map(({ source, sourceHandle }, at) => (
            <option key={`${source}/${sourceHandle}`} value={at}>
              {nameOf(source)}: {sourceHandle}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}
