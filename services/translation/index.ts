/** What every gateway does itself of translation; everything else is an action. */
export { translationEdge } from "./translation-edge.js";
