/** These functions start runs when documents are published, in the transaction of the publish (ADR-0034). */
export { fireAll } from "./triggers/fires.js";
export {
  findPublishTriggers,
  HAS_PUBLISH_TRIGGERS,
  type PublishTrigger,
} from "./triggers/trigger.repository.js";
/** The gateways' own part of workflows; everything else is an action. */
export { workflowsEdge } from "./workflows-edge.js";
