import { useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { ReactFlowProvider } from "@xyflow/react";
import { SideTabs } from "../parts/side-tabs.js";
import { AddNode } from "./add-node.js";
import { Canvas } from "./canvas.js";
import { byName } from "./graph.js";
import { Conflict, Head } from "./head.js";
import { NodePanel } from "./node-panel.js";
import { type NodeType, run as runQuery, runs as runsQuery, type Workflow } from "./queries.js";
import { RunDialog } from "./run-dialog.js";
import { Runs } from "./runs.js";
import { Triggers } from "./triggers.js";
import { useGraph } from "./use-graph.js";
import { useSaving } from "./use-saving.js";
import "./workflows.css";

type Tab = "node" | "runs" | "triggers";
const TABS: readonly (readonly [Tab, string])[] = [
  ["node", "Node"],
  ["runs", "Runs"],
  ["triggers", "Triggers"],
];

/** Shows the canvas with the chosen node, the runs and the triggers. */
export function Editor({ first, nodeTypes }: { first: Workflow; nodeTypes: readonly NodeType[] }) {
  const types = useMemo(() => byName(nodeTypes), [nodeTypes]);
  const work = useGraph(first.graph, types);
  const [name, setName] = useState(first.name);
  const { saving, save, settle } = useSaving(first, work.graph, name);
  const [tab, setTab] = useState<Tab>("node");
  const [isAdding, setAdding] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [chosenRun, chooseRun] = useState<string | null>(null);
  const latestRun = useQuery(runsQuery(first.id)).data?.runs[0]?.id ?? null;
  const runId = chosenRun ?? latestRun;
  const shownRun = useQuery(runQuery(first.id, runId)).data?.run ?? null;
  useKeys({ save, undo: work.undo, redo: work.redo });
  useEffect(() => {
    document.title = `${name} - Kiln`;
  }, [name]);

  const selected = work.drawn.nodes.filter(({ selected: is }) => is);
  const take = async (side: "theirs" | "mine") => {
    const stored = await settle(side);
    if (stored === null) return;
    setName(stored.name);
    work.show(stored.graph);
  };
  return (
    <ReactFlowProvider>
      <Head
        name={name}
        setName={setName}
        work={work}
        saving={saving}
        start={() => void save().then((isSaved) => isSaved && setRunning(true))}
      />
      {saving.state === "conflict" && <Conflict take={(side) => void take(side)} />}
      <div className="workflow">
        <Canvas
          types={types}
          drawn={work.drawn}
          setDrawn={work.setDrawn}
          run={shownRun}
          add={() => setAdding(true)}
          onChosen={() => setTab("node")}
        />
        <SideTabs label="Details" className="workflow-side" tabs={TABS} tab={tab} setTab={setTab}>
          {tab === "node" && <NodePanel types={types} work={work} selected={selected} run={shownRun} />}
          {tab === "runs" && <Runs workflowId={first.id} run={shownRun} choose={chooseRun} />}
          {tab === "triggers" && (
            <Triggers
              workflowId={first.id}
              graph={work.graph}
              types={types}
              choose={(id) => {
                chooseRun(id);
                setTab("runs");
              }}
            />
          )}
        </SideTabs>
      </div>
      {isAdding && (
        <AddNode nodeTypes={nodeTypes} types={types} work={work} onClose={() => setAdding(false)} />
      )}
      {isRunning && (
        <RunDialog
          workflowId={first.id}
          graph={work.graph}
          types={types}
          onClose={() => setRunning(false)}
          onStarted={(id) => {
            chooseRun(id);
            setTab("runs");
            setRunning(false);
          }}
        />
      )}
    </ReactFlowProvider>
  );
}

/** Handles Ctrl S, Ctrl Z and Ctrl Shift Z; in a field, undo and redo are the field's own. */
function useKeys({ save, undo, redo }: { save: () => unknown; undo: () => void; redo: () => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      const isField = event.target instanceof Element && event.target.matches("input, textarea, select");
      const act =
        key === "s"
          ? save
          : isField
            ? null
            : key === "z"
              ? event.shiftKey
                ? redo
                : undo
              : key === "y"
                ? redo
                : null;
      if (act === null) return;
      event.preventDefault();
      void act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
