import { definePlugin } from "../../kit/define-plugin.js";
import { publish } from "./publish.js";
import { readDocuments } from "./read-documents.js";
import { setField } from "./set-field.js";
import { translate } from "./translate.js";

/** Nodes that work on the content of the run's project. */
export default definePlugin({
  name: "nodes-content",
  version: "1.0.0",
  provides: { workflowNode: [readDocuments, setField, translate, publish] },
});
