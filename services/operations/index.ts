/** What every gateway does itself of operations; everything else is an action. */
export { operationsEdge } from "./operations-edge.js";
