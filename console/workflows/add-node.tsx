import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useReactFlow } from "@xyflow/react";
import { worksOnFile } from "../generate/fields.js";
import { Dialog } from "../parts/dialog.js";
import { type CatalogModel, models } from "../queries.js";
import { canConnect, type Drawn, edgeOf, freeId, newest, type Types, typeOf } from "./graph.js";
import type { NodeType } from "./queries.js";
import { plain } from "./templates.js";
import type { useGraph } from "./use-graph.js";

interface Given {
  nodeTypes: readonly NodeType[];
  types: Types;
  work: ReturnType<typeof useGraph>;
  onClose: () => void;
}

const APART = 320;

/** Finds a node type by a few letters and adds a node beside the chosen one, connected if the types fit. */
export function AddNode({ nodeTypes, types, work, onClose }: Given) {
  const [text, setText] = useState("");
  const flow = useReactFlow();
  const words = text.toLowerCase().split(/\s+/);
  const catalog = useQuery(models).data?.models ?? [];
  const isFirst = work.drawn.nodes.length === 0;
  // The first node of a graph should be one without inputs.
  const sorted = newest(nodeTypes).sort(
    (one, other) => Number(isFirst && one.inputs.length > 0) - Number(isFirst && other.inputs.length > 0),
  );
  const found = sorted.filter(({ type, title, description }) =>
    words.every((word) => `${type} ${title} ${description}`.toLowerCase().includes(word)),
  );
  const add = (type: NodeType) => {
    const canvas = document.querySelector(".canvas")?.getBoundingClientRect();
    const middle = flow.screenToFlowPosition({
      x: (canvas?.left ?? 0) + (canvas?.width ?? 0) / 2 - 120,
      y: (canvas?.top ?? 0) + (canvas?.height ?? 0) / 2 - 60,
    });
    work.setDrawn((old) => withNode(old, types, { type, data: usualOf(type, catalog), middle }));
    onClose();
    // The view is fitted after the node is rendered.
    setTimeout(() => void flow.fitView({ padding: 0.15, maxZoom: 1, duration: 0 }), 50);
  };
  return (
    <Dialog title="Add a node" onClose={onClose}>
      <input
        className="input"
        type="search"
        data-first
        aria-label="Search nodes"
        placeholder="What should it do?"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Otherwise the key would also press the button that gets the focus back.
          event.preventDefault();
          if (found[0] !== undefined) add(found[0]);
        }}
      />
      <ul className="node-types" aria-label="Nodes">
        {found.map((type) => (
          <li key={type.type}>
            <button type="button" className="button plain" onClick={() => add(type)}>
              <strong>{type.title}</strong>
              <span className="soft small">{plain(type.description)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">No node does this.</p>}
    </Dialog>
  );
}

/** Returns a model for the settings of a new node, so that the node can run as it is. */
function usualOf({ settings }: NodeType, catalog: readonly CatalogModel[]): Record<string, string> {
  const setting = settings.find(({ model }) => model !== undefined);
  const own = catalog.filter(({ kind }) => kind === setting?.model);
  const usual = own.find((model) => !worksOnFile(model)) ?? own[0];
  return setting === undefined || usual === undefined ? {} : { [setting.name]: usual.id };
}

function withNode(
  old: Drawn,
  types: Types,
  {
    type: { type, version, inputs },
    data,
    middle,
  }: { type: NodeType; data: Record<string, string>; middle: { x: number; y: number } },
): Drawn {
  const chosen = old.nodes.filter(({ selected }) => selected);
  const [beside] = chosen.length === 1 ? chosen : [];
  const place = beside === undefined ? middle : { x: beside.position.x + APART, y: beside.position.y };
  while (
    old.nodes.some(
      ({ position }) => Math.abs(position.x - place.x) < 40 && Math.abs(position.y - place.y) < 40,
    )
  )
    place.y += 160;
  const at = { x: Math.round(place.x / 8) * 8, y: Math.round(place.y / 8) * 8 };
  const raw = { id: freeId(old.nodes, type), type, ...(version > 1 && { version }), ...at, data };
  const node = { id: raw.id, type: "kiln" as const, position: at, data: { raw }, selected: true };
  const next: Drawn = {
    nodes: [...old.nodes.map((each) => ({ ...each, selected: false })), node],
    edges: old.edges,
  };
  if (beside === undefined) return next;
  const outputs = typeOf(types, beside.data.raw)?.outputs ?? [];
  const used = new Set(
    old.edges.filter(({ source }) => source === beside.id).map(({ sourceHandle }) => sourceHandle),
  );
  const wanted = outputs
    .toSorted((a, b) => Number(used.has(a.name)) - Number(used.has(b.name)))
    .flatMap((out) =>
      inputs.map((into) => ({
        source: beside.id,
        sourceHandle: out.name,
        target: raw.id,
        targetHandle: into.name,
      })),
    )
    .find((each) => canConnect(next, types, each));
  return wanted === undefined ? next : { ...next, edges: [...next.edges, edgeOf(next.edges, wanted)] };
}
