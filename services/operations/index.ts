/** Exports the part of the area that every gateway runs; everything else is an action. */
export { operationsEdge } from "./operations-edge.js";
