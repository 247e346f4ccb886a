import { posix } from "node:path";
import type { Check, Problem, SourceFile } from "./check.js";
import { importsOf } from "./imports-of.js";

const THIN_BELOW = 30;
/** The most lines of a file after it has taken in a thin one of an area. Where it would be longer, both stay. */
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
 * Warns of files under 30 lines that one file imports and no test: the two could be one file. In an area it leaves out
 * verbs, files that are found by their names, and those whose importer would become longer than 150 lines.
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

export const thinFiles: Check = {
  name: "a file under 30 lines has more than one importer, or a test",
  run: checkThinFiles,
};
