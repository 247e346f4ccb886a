import { useEffect, useMemo, useRef, useState } from "react";
import { type Drawn, toFlow, toGraph, type Types } from "./graph.js";
import type { Graph, GraphNode } from "./queries.js";

/** Milliseconds in which several changes count as one step of Undo. */
const STEP_MS = 400;
const MOST_STEPS = 100;

/** Returns the graph while it is edited, with undo and redo. */
export function useGraph(first: Graph, types: Types) {
  const [drawn, setDrawn] = useState<Drawn>(() => toFlow(first, types));
  const [rest, setRest] = useState(first);
  const graph = useMemo(() => toGraph(drawn, rest), [drawn, rest]);
  const text = useMemo(() => JSON.stringify(graph), [graph]);
  const steps = useRef({ past: [] as string[], now: text, future: [] as string[] });
  const [, setCount] = useState(0);

  const keep = (now: string) => {
    const { current } = steps;
    if (now === current.now) return;
    steps.current = { past: [...current.past.slice(-MOST_STEPS), current.now], now, future: [] };
    setCount((count) => count + 1);
  };
  useEffect(() => {
    const timer = setTimeout(() => keep(text), STEP_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const show = (next: Graph) => {
    setRest(next);
    setDrawn((old) => toFlow(next, types, old.nodes));
  };
  const step = (from: "past" | "future", to: "past" | "future") => {
    keep(text);
    const { current } = steps;
    const next = current[from].at(-1);
    if (next === undefined) return;
    steps.current = {
      ...current,
      [from]: current[from].slice(0, -1),
      [to]: [...current[to], current.now],
      now: next,
    };
    setCount((count) => count + 1);
    show(JSON.parse(next) as Graph);
  };
  return {
    drawn,
    setDrawn,
    graph,
    text,
    show,
    undo: () => step("past", "future"),
    redo: () => step("future", "past"),
    canUndo: steps.current.past.length > 0 || text !== steps.current.now,
    canRedo: steps.current.future.length > 0,
    /** Sets one field of a node's settings; undefined removes it. */
    set: (id: string, field: string, value: unknown) =>
      setDrawn((old) => ({
        ...old,
        nodes: old.nodes.map((node) =>
          node.id === id ? { ...node, data: { raw: withField(node.data.raw, field, value) } } : node,
        ),
      })),
  };
}

function withField(raw: GraphNode, field: string, value: unknown): GraphNode {
  const { [field]: _before, ...others } = dataOf(raw);
  return { ...raw, data: value === undefined ? others : { ...others, [field]: value } };
}

/** Returns the settings of a node; empty if they are no object. */
export const dataOf = ({ data }: GraphNode): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
