import { posix } from "node:path";
import type { Check, Problem, SourceFile } from "./check.js";
import { importsOf } from "./imports-of.js";

const THIN_BELOW = 30;
/** The most lines that a file and the thin one of an area would have together; above that they stay two. */
const MOST_TOGETHER = 150;
const HOUSE = /^(?:runtime|engines)\/.*\.ts$/;
const AREA = /^services\/.*\.ts$/;
/** Names of files that are a concept of their own however short they are: the interface of a folder. */
const INTERFACE = /^(?:index|interface|messages)\.ts$/;
/** Files of an area that are found by their names: its tables, its SQL, its policy, what callers see, and agents' tools. */
const NAMED =
  /\.(?:service|actions|repository|policy)\.ts$|\/present-[^/]+\.ts$|^services\/mcp\/tools\/.*\.ts$/;
/** Files that list what others do: a file that one of them imports is a verb of the area, or a part of its interface. */
const LISTS = /(?:\.service|\.actions|\/index)\.ts$/;

/**
 * Warns of files under 30 lines that one file imports and no test: a reader has two files open where one would do. In an area it
 * spares verbs, files that are found by their names, and those that would make their reader longer than 150 lines.
 */
export function checkThinFiles(files: readonly SourceFile[]): Problem[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const { target, isLocal } of importsOf(path, text))
      if (isLocal) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  }
  const lengths = new Map(files.map(({ path, text }) => [path, lengthOf(text)]));
  return files.flatMap(({ path, text }): Problem[] => {
    const isOfArea = AREA.test(path);
    if (!(isOfArea || HOUSE.test(path)) || INTERFACE.test(posix.basename(path))) return [];
    const lines = lengthOf(text);
    const [importer, ...more] = importers.get(path) ?? [];
    if (lines >= THIN_BELOW || importer === undefined || more.length > 0) return [];
    if (isOfArea && isSpared(path, importer, lines + (lengths.get(importer) ?? 0))) return [];
    return [{ path, message: `${lines} lines, and only ${importer} imports it`, isWarning: true }];
  });
}

const lengthOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const isSpared = (path: string, importer: string, together: number): boolean =>
  NAMED.test(path) || LISTS.test(importer) || together > MOST_TOGETHER;

export const thinFiles: Check = { name: "small files have a reader of their own", run: checkThinFiles };
