import { useEffect, useRef } from "react";
import { useNodesInitialized, useReactFlow, useStoreApi } from "@xyflow/react";

/** Smaller, the words of a node cannot be read. */
const LEAST_ZOOM = 0.5;
const ROOM = 16;
/** What stands above the graph: the button that adds a node. */
const TOP = 72;

/** Of a graph that would be too small to read in this window, its beginning is shown at first instead of all of it. */
export function Beginning() {
  const isMeasured = useNodesInitialized();
  const flow = useReactFlow();
  const store = useStoreApi();
  const isOver = useRef(false);
  useEffect(() => {
    if (!isMeasured || isOver.current) return;
    isOver.current = true;
    const { width, height } = store.getState();
    const graph = flow.getNodesBounds(flow.getNodes());
    const zoom = Math.min((width - 2 * ROOM) / graph.width, (height - 2 * ROOM) / graph.height);
    if (zoom >= LEAST_ZOOM) return;
    const middle = height / 2 - (graph.y + graph.height / 2) * LEAST_ZOOM;
    const top = TOP - graph.y * LEAST_ZOOM;
    const y = graph.height * LEAST_ZOOM > height - TOP - ROOM ? top : middle;
    // All of it is fitted at the same moment.
    requestAnimationFrame(
      () => void flow.setViewport({ x: ROOM - graph.x * LEAST_ZOOM, y, zoom: LEAST_ZOOM }),
    );
  }, [isMeasured, flow, store]);
  return null;
}
