import { definePlugin } from "../../kit/define-plugin.js";
import { generateText } from "./generate-text.js";

/** Nodes that write text with a text model. */
export default definePlugin({
  name: "nodes-text",
  version: "1.0.0",
  provides: { workflowNode: generateText },
});
