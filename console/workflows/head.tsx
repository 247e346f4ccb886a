import { Link } from "@tanstack/react-router";
import { ChevronLeft, Play, Redo2, Undo2 } from "lucide-react";
import { sentence } from "../parts/states.js";
import type { useGraph } from "./use-graph.js";
import type { Saving } from "./use-stored.js";

interface Given {
  name: string;
  setName: (name: string) => void;
  work: ReturnType<typeof useGraph>;
  saving: Saving;
  start: () => void;
}

/** Shows the name of a workflow, its save state and its actions. */
export function Head({ name, setName, work, saving, start }: Given) {
  return (
    <header className="page-head workflow-head">
      <Link to="/app/workflows" className="button plain icon" aria-label="All workflows">
        <ChevronLeft aria-hidden size={20} />
      </Link>
      <h1 className="unseen">{name}</h1>
      <input
        className="input workflow-name"
        aria-label="Name of the workflow"
        maxLength={1000}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Saved saving={saving} />
      <span className="workflow-acts">
        <button
          type="button"
          className="button plain icon"
          aria-label="Undo"
          disabled={!work.canUndo}
          onClick={work.undo}
        >
          <Undo2 aria-hidden size={18} />
        </button>
        <button
          type="button"
          className="button plain icon"
          aria-label="Redo"
          disabled={!work.canRedo}
          onClick={work.redo}
        >
          <Redo2 aria-hidden size={18} />
        </button>
        <button
          type="button"
          className="button main"
          disabled={work.drawn.nodes.length === 0}
          onClick={start}
        >
          <Play aria-hidden size={18} /> Run
        </button>
      </span>
    </header>
  );
}

function Saved({ saving }: { saving: Saving }) {
  const words = {
    saved: "Saved",
    waiting: "Not saved yet",
    saving: "Saving …",
    conflict: "Not saved",
    failed: "",
  };
  return (
    <span
      className={`small workflow-saved ${saving.state === "failed" ? "wrong-text" : "soft"}`}
      role="status"
    >
      {saving.state === "failed" ? `Not saved. ${sentence(saving.error.message)}` : words[saving.state]}
    </span>
  );
}

/** Asks which version to keep after somebody else has saved the workflow. */
export function Conflict({ take }: { take: (side: "theirs" | "mine") => void }) {
  return (
    <div className="failure workflow-conflict" role="alert">
      <span>Somebody else changed this workflow while you did. Nothing of theirs is overwritten yet.</span>
      <span>
        <button type="button" className="button small" onClick={() => take("theirs")}>
          Take theirs
        </button>{" "}
        <button type="button" className="button small" onClick={() => take("mine")}>
          Keep mine
        </button>
      </span>
    </div>
  );
}
