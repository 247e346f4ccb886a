import { createContext, use } from "react";
import type { FlowEdge, Types } from "./graph.js";
import type { Run } from "./queries.js";

/** The data of the canvas that its nodes show: the node types, the shown run, and the edges. */
export interface Around {
  types: Types;
  run: Run | null;
  edges: readonly FlowEdge[];
}

export const AroundContext = createContext<Around>({ types: new Map(), run: null, edges: [] });

/** Returns the data of the canvas around a node. */
export const useAround = (): Around => use(AroundContext);
