import { posix } from "node:path";
import type { Check, Problem, SourceFile } from "./check.js";
import { importsOf } from "./imports-of.js";

const THIN_BELOW = 30;
const HOUSE = /^(?:runtime|engines)\/.*\.ts$/;
/** Names of files that are a concept of their own however short they are: the interface of a folder. */
const INTERFACE = /^(?:index|interface|messages)\.ts$/;

/** Warns of files under 30 lines that one file imports and no test: a reader has two files open where one would do. */
export function checkThinFiles(files: readonly SourceFile[]): Problem[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const { target, isLocal } of importsOf(path, text))
      if (isLocal) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  }
  return files.flatMap(({ path, text }): Problem[] => {
    if (!HOUSE.test(path) || INTERFACE.test(posix.basename(path))) return [];
    const lines = text.replace(/\n$/, "").split("\n").length;
    const [importer, ...more] = importers.get(path) ?? [];
    if (lines >= THIN_BELOW || importer === undefined || more.length > 0) return [];
    return [{ path, message: `${lines} lines, and only ${importer} imports it`, isWarning: true }];
  });
}

export const thinFiles: Check = { name: "small files have a reader of their own", run: checkThinFiles };
