import { type Dispatch, type SetStateAction, useCallback, useMemo } from "react";
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  Controls,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { Plus } from "lucide-react";
import { AroundContext } from "./around.js";
import { Beginning } from "./beginning.js";
import { canConnect, type Drawn, edgeOf, type FlowEdge, type FlowNode, type Types } from "./graph.js";
import { NodeCard } from "./node-card.js";
import type { Run } from "./queries.js";

interface Given {
  types: Types;
  drawn: Drawn;
  setDrawn: Dispatch<SetStateAction<Drawn>>;
  run: Run | null;
  add: () => void;
  onChosen: () => void;
}

const NODES = { kiln: NodeCard };
const GRID: [number, number] = [8, 8];
const FIT = { padding: 0.06, maxZoom: 1 };

/** Shows the graph, in which a person moves nodes and connects ports of fitting types. */
export function Canvas({ types, drawn, setDrawn, run, add, onChosen }: Given) {
  const onNodes = useCallback(
    (changes: NodeChange<FlowNode>[]) =>
      setDrawn((old) => {
        const gone = new Set(changes.flatMap((change) => (change.type === "remove" ? [change.id] : [])));
        return {
          nodes: applyNodeChanges(changes, old.nodes),
          edges:
            gone.size === 0
              ? old.edges
              : old.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
        };
      }),
    [setDrawn],
  );
  const onEdges = useCallback(
    (changes: EdgeChange<FlowEdge>[]) =>
      setDrawn((old) => ({ ...old, edges: applyEdgeChanges(changes, old.edges) })),
    [setDrawn],
  );
  const around = useMemo(() => ({ types, run, edges: drawn.edges }), [types, run, drawn.edges]);
  return (
    <AroundContext value={around}>
      <div className="canvas" role="region" aria-label="Canvas">
        <ReactFlow<FlowNode, FlowEdge>
          nodes={drawn.nodes}
          edges={drawn.edges}
          nodeTypes={NODES}
          onNodesChange={onNodes}
          onEdgesChange={onEdges}
          onConnect={(wanted) =>
            setDrawn((old) => ({ ...old, edges: [...old.edges, edgeOf(old.edges, wanted)] }))
          }
          isValidConnection={(wanted) => canConnect(drawn, types, wanted)}
          onNodeClick={onChosen}
          zoomOnDoubleClick={false}
          onDoubleClick={({ target }) => {
            if (target instanceof Element && target.matches(".react-flow__pane")) add();
          }}
          deleteKeyCode={["Backspace", "Delete"]}
          connectionRadius={32}
          snapToGrid
          snapGrid={GRID}
          fitView
          fitViewOptions={FIT}
          minZoom={0.1}
          maxZoom={2}
        >
          <Background gap={24} />
          <Controls showInteractive={false} fitViewOptions={FIT} />
          <Beginning />
        </ReactFlow>
        <button type="button" className="button canvas-add" onClick={add}>
          <Plus aria-hidden size={18} /> Add a node
        </button>
        {drawn.nodes.length === 0 && (
          <div className="canvas-empty">
            <p className="soft">A workflow begins with a prompt, or with a file.</p>
            <button type="button" className="button main" onClick={add}>
              <Plus aria-hidden size={18} /> Add the first node
            </button>
          </div>
        )}
      </div>
    </AroundContext>
  );
}
