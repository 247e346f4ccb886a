import { definePlugin } from "../../kit/define-plugin.js";
import { audioInput, imageInput, videoInput } from "./media-inputs.js";
import { output } from "./output.js";
import { prompt } from "./prompt.js";
import { textJoin } from "./text-join.js";
import { textSplitter } from "./text-splitter.js";

/** Nodes that bring values in, shape texts, and show results (rules/workflows 8). */
export default definePlugin({
  name: "nodes-core",
  version: "1.0.0",
  provides: { workflowNode: [prompt, imageInput, videoInput, audioInput, textSplitter, textJoin, output] },
});
