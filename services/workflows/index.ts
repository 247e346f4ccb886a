/** For publishes, in their transaction: what starts runs when a document is published (ADR-0034). */
export { fireAll } from "./triggers/fires.js";
export {
  findPublishTriggers,
  HAS_PUBLISH_TRIGGERS,
  type PublishTrigger,
} from "./triggers/trigger.repository.js";
/** What every gateway does itself of workflows; everything else is an action. */
export { workflowsEdge } from "./workflows-edge.js";
