import { useEffect, useRef } from "react";
import { useNodesInitialized, useReactFlow, useStoreApi } from "@xyflow/react";

/** Smallest zoom at which the words of a node are readable. */
const LEAST_ZOOM = 0.5;
const ROOM = 16;
/** Height in pixels of the button above the graph, which adds a node. */
const TOP = 72;

/** Shows the beginning of a graph that would be unreadably small if the whole of it were fitted. */
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
    // React Flow fits the whole graph in the same frame, so this runs after it.
    requestAnimationFrame(
      () => void flow.setViewport({ x: ROOM - graph.x * LEAST_ZOOM, y, zoom: LEAST_ZOOM }),
    );
  }, [isMeasured, flow, store]);
  return null;
}
