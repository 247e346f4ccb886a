import { exampleContent } from "../cli/types/example-project.js";
import { ERRORS } from "../contracts/errors.js";
import { VARIABLES } from "../runtime/config/register.js";
import { buildOpenApi } from "../services/gateway/openapi.js";
import { textOf, type Check, type Problem, type SourceFile } from "./check.js";
import { configurationPage } from "./configuration-page.js";
import { errorsPage } from "./errors-page.js";

/** A committed file that is made from sources. */
export interface Generated {
  path: string;
  build(): string;
}

/** What `npm run generate` writes. */
export const GENERATED: readonly Generated[] = [
  { path: "docs/errors.md", build: () => errorsPage(ERRORS) },
  { path: "docs/configuration.md", build: () => configurationPage(VARIABLES) },
  { path: "docs/openapi.json", build: () => `${JSON.stringify(buildOpenApi(), null, 2)}\n` },
  { path: "cli/types/client/content.ts", build: exampleContent },
];

/** Generated files say what their sources say now. */
export function checkGenerated(files: readonly SourceFile[], generated: readonly Generated[]): Problem[] {
  return generated
    .filter(({ path, build }) => textOf(files, path) !== build())
    .map(({ path }) => ({ path, message: "is behind its sources: npm run generate" }));
}

export const generatedFiles: Check = {
  name: "generated files are in step with their sources",
  run: (files) => checkGenerated(files, GENERATED),
};
