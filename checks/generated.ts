import { exampleContent } from "../cli/types/example-project.js";
import { ERRORS } from "../contracts/errors.js";
import { VARIABLES } from "../runtime/config/register.js";
import nodesCore from "../plugins/nodes/core/index.js";
import nodesGeneration from "../plugins/nodes/generation/index.js";
import nodesContent from "../plugins/nodes/content/index.js";
import nodesText from "../plugins/nodes/text/index.js";
import type { PluginDefinition } from "../plugins/kit/define-plugin.js";
import type { WorkflowNode } from "../plugins/kit/workflow-node.js";
import { buildOpenApi } from "../services/gateway/openapi.js";
import { textOf, type Check, type Problem, type SourceFile } from "./check.js";
import { configurationPage } from "./configuration-page.js";
import { errorsPage } from "./errors-page.js";
import { nodesPage } from "./nodes-page.js";
import { sdkAreas, sdkErrors, sdkOperations, sdkTypes } from "./sdk/sdk-files.js";

/** Committed file that is made from sources. */
export interface Generated {
  path: string;
  build(): string;
}

/** Returns the node types of a built-in plugin, in the order of the page. */
const nodesOf = ({ provides }: PluginDefinition): WorkflowNode[] =>
  [provides.workflowNode].flat() as WorkflowNode[];

/** Files that `npm run generate` writes. */
export const GENERATED: readonly Generated[] = [
  { path: "docs/errors.md", build: () => errorsPage(ERRORS) },
  { path: "docs/configuration.md", build: () => configurationPage(VARIABLES) },
  {
    path: "docs/nodes.md",
    build: () => nodesPage([nodesCore, nodesText, nodesGeneration, nodesContent].flatMap(nodesOf)),
  },
  { path: "docs/openapi.json", build: () => `${JSON.stringify(buildOpenApi(), null, 2)}\n` },
  { path: "cli/types/client/content.ts", build: exampleContent },
  { path: "sdk/generated/types.ts", build: sdkTypes },
  { path: "sdk/generated/operations.ts", build: sdkOperations },
  { path: "sdk/generated/areas.ts", build: sdkAreas },
  { path: "sdk/generated/errors.ts", build: sdkErrors },
];

/** Checks that generated files say what their sources say now. */
export function checkGenerated(files: readonly SourceFile[], generated: readonly Generated[]): Problem[] {
  return generated
    .filter(({ path, build }) => textOf(files, path) !== build())
    .map(({ path }) => ({ path, message: "is behind its sources: npm run generate" }));
}

export const generatedFiles: Check = {
  name: "generated files are in step with their sources",
  run: (files) => checkGenerated(files, GENERATED),
};
