import { memo, useEffect, useRef } from "react";
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { AudioLines, Film, Image, Type } from "lucide-react";
import { credits } from "../words.js";
import { useAround } from "./around.js";
import { type FlowEdge, type FlowNode, type Output, typeOf } from "./graph.js";
import type { NodeResult } from "./queries.js";
import { dataOf } from "./use-graph.js";

const SIGNS = { image: Image, video: Film, audio: AudioLines, text: Type };

/** Shows a node on the canvas: its ports, a summary of its settings, and its result in the shown run. */
export const NodeCard = memo(function NodeCard({ id, data: { raw }, selected }: NodeProps<FlowNode>) {
  const { types, run, edges } = useAround();
  const type = typeOf(types, raw);
  const result = run?.nodeResults[id];
  const outputs = shownOutputs(type?.outputs ?? [], edges, id);
  const update = useUpdateNodeInternals();
  const measured = useRef(outputs.length);
  useEffect(() => {
    // The canvas first measures all nodes together to fit them; a node that is measured earlier would be
    // fitted alone.
    if (measured.current !== outputs.length) update(id);
    measured.current = outputs.length;
  }, [id, outputs.length, update]);
  const gist = gistOf(raw.data === undefined ? {} : dataOf(raw));
  // A text that the node only passes on is shown once.
  const isSaid = result?.output?.type === "text" && result.output.value === gist;
  return (
    <article
      className={`node ${selected ? "chosen-node" : ""} ${result?.status ?? ""}`}
      aria-label={type?.title ?? raw.type}
    >
      <header>
        <strong>{type?.title ?? raw.type}</strong>
        {result !== undefined && <NodeStatus result={result} />}
      </header>
      {type === undefined && <p className="wrong-text small">This deployment has no such node.</p>}
      {gist !== "" && !isSaid && <p className="node-gist small soft">{gist}</p>}
      {result?.status === "running" && (
        <progress
          aria-label="Progress"
          max={1}
          {...(result.progress !== undefined && { value: result.progress })}
        />
      )}
      {result?.output !== undefined && <Shown output={result.output} />}
      {result?.detail !== undefined && <p className="wrong-text small">{result.detail}</p>}
      {(result?.costCredits ?? 0) > 0 && (
        <p className="small soft number">{credits(result?.costCredits ?? 0)}</p>
      )}
      <div className="ports">
        <ul>
          {type?.inputs.map((port) => (
            <li key={port.name}>
              <Handle type="target" position={Position.Left} id={port.name} />
              <Port name={port.name} types={port.types} isRequired={port.required} />
            </li>
          ))}
        </ul>
        <ul>
          {outputs.map((port) => (
            <li key={port.name}>
              <Port name={port.name} types={port.types} />
              <Handle type="source" position={Position.Right} id={port.name} />
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
});

/** Returns the used outputs and the next free one, if there are more than three. */
function shownOutputs(outputs: readonly Output[], edges: readonly FlowEdge[], id: string): readonly Output[] {
  const used = new Set(edges.filter(({ source }) => source === id).map(({ sourceHandle }) => sourceHandle));
  const next = outputs.find(({ name }) => !used.has(name));
  return outputs.length <= 3 ? outputs : outputs.filter((port) => used.has(port.name) || port === next);
}

function Port({
  name,
  types,
  isRequired = false,
}: {
  name: string;
  types: readonly (keyof typeof SIGNS)[];
  isRequired?: boolean;
}) {
  const Sign = SIGNS[types[0] ?? "text"];
  return (
    <span className="port" title={types.join(", ")}>
      <Sign aria-label={types.join(", ")} size={14} /> {name}
      {isRequired && <span aria-label="required">*</span>}
    </span>
  );
}

const STATES: Readonly<Record<NodeResult["status"], readonly [string, string]>> = {
  pending: ["Waiting", ""],
  running: ["Running", "accent"],
  complete: ["Done", "good"],
  error: ["Failed", "bad"],
  skipped: ["Skipped", ""],
  stopped: ["Stopped", ""],
};

/** Shows the status of a node in one word. */
export function NodeStatus({ result: { status, cached } }: { result: NodeResult }) {
  const [word, tone] = STATES[status];
  return <span className={`badge ${tone}`}>{cached === true ? "Reused" : word}</span>;
}

/** Shows the output of a node. */
export function Shown({ output: { type, value } }: { output: NonNullable<NodeResult["output"]> }) {
  switch (type) {
    case "image":
      return (
        <img className="node-media" src={value} alt="What the node made" decoding="async" draggable={false} />
      );
    case "video":
      return (
        <video
          className="node-media nodrag"
          src={value}
          aria-label="What the node made"
          controls
          playsInline
          preload="metadata"
        />
      );
    case "audio":
      return (
        <audio
          className="node-media nodrag"
          src={value}
          aria-label="What the node made"
          controls
          preload="metadata"
        />
      );
    case "text":
      return <p className="node-text small">{value}</p>;
  }
}

/** Returns a line with the most telling settings of a node. */
function gistOf({ text, prompt, model, ...others }: Readonly<Record<string, unknown>>): string {
  const said = [text, prompt, model, ...Object.values(others)].filter(
    (value) => typeof value === "string" && value !== "" && !/^[0-9a-f-]{36}$/.test(value),
  );
  return said.slice(0, 2).join(", ").slice(0, 160);
}
