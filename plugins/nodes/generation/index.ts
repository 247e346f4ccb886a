import { definePlugin } from "../../kit/define-plugin.js";
import { application } from "./application.js";
import { generateAudio } from "./generate-audio.js";
import { generateImage } from "./generate-image.js";
import { generateVideo } from "./generate-video.js";
import { upscale } from "./upscale.js";

/** Nodes that are ordinary generation jobs (rules/workflows 14). */
export default definePlugin({
  name: "nodes-generation",
  version: "1.0.0",
  provides: { workflowNode: [generateImage, generateVideo, generateAudio, upscale, application] },
});
