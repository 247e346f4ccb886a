/** What every gateway does itself of workflows; everything else is an action. */
export { workflowsEdge } from "./workflows-edge.js";
