import { definePlugin } from "../../kit/define-plugin.js";
import { generateText } from "./generate-text.js";
import { transcribe } from "./transcribe.js";

/** Nodes that write text with a text model, or write down what is said. */
export default definePlugin({
  name: "nodes-text",
  version: "1.0.0",
  provides: { workflowNode: [generateText, transcribe] },
});
