import type { Check, Problem, SourceFile } from "./check.js";
import { codeOf } from "./code-of.js";
import { importsOf } from "./imports-of.js";

/** File that names the tables of which `runtime/database/delete-batch.ts` deletes the rows of a project. */
const NAMES_TABLES = "on-project-deleted.ts";

const AREA = /^services\/[^/]+\/.*\.ts$/;
/**
 * Pattern of a call of a reader or a transaction with a statement, written there or in a variable, or of the text of a statement
 * anywhere.
 */
const SQL =
  /\b(?:(?:tx|read|reader|longRead|staleRead)\.(?:query|prepared|run)|writeAlone)\s*(?:<[^()]*>)?\(\s*[`"']?|[`"']\s*(?:SELECT\s|INSERT\s+I|UPDATE\s+\w+\s+SET\b|DELETE\s+FROM\b)/g;

/** Checks that an area knows entities as types only, and has no SQL, outside of `*.repository.ts`. */
export function checkRepositories(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, text }): Problem[] => {
    if (!AREA.test(path)) return [];
    if (path.endsWith(".repository.ts") || path.endsWith(`/${NAMES_TABLES}`)) return [];
    const entities = importsOf(path, text)
      .filter(({ target, isType }) => target.startsWith("entities/") && !isType)
      .map(({ line, target }) => ({
        path,
        line,
        message: `reads or writes ${target}: that is for a *.repository.ts of the area`,
      }));
    const code = codeOf(text);
    const statements = [...code.matchAll(SQL)].map(({ index }) => ({
      path,
      line: code.slice(0, index).split("\n").length,
      message: "has SQL: that is for a *.repository.ts of the area",
    }));
    return [...entities, ...statements];
  });
}

export const repositories: Check = { name: "tables have one door in an area", run: checkRepositories };
