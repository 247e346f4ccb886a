import { textOf, type Check, type Problem, type SourceFile } from "./check.js";

const PAGE = "ARCHITECTURE.md";

interface Line {
  path: string;
  caption: string;
  line: number;
}

/** Returns the lines of the first `text` block of the page: two spaces a level, then a name, then its caption. */
export function readTree(page: string): Line[] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith("```text"));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("```"));
  if (start < 0 || end < 0) return [];
  const parents: string[] = [];
  const tree: Line[] = [];
  lines.slice(start + 1, end).forEach((text, index) => {
    const found = /^((?: {2})*)(\S+)(?: +(.*))?$/.exec(text);
    if (found === null) return;
    const [, indent = "", name = "", caption = ""] = found;
    const depth = indent.length / 2;
    parents.length = depth;
    tree.push({ path: parents.join("") + name, caption: caption.trim(), line: start + index + 2 });
    parents[depth] = name;
  });
  return tree;
}

/** Folders of the top level whose own folders the tree must name as well: engines, rooms, areas, kinds of plugins. */
const NAMED_INSIDE = new Set(["engines", "runtime", "services", "plugins"]);

/** Returns the folders that the tree must name. */
function foldersToName(files: readonly SourceFile[]): Set<string> {
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = path.split("/");
    if (parts.length > 1 && !path.startsWith(".")) folders.add(`${parts[0]}/`);
    if (parts.length > 2 && NAMED_INSIDE.has(parts[0] ?? "")) {
      folders.add(`${parts[0]}/${parts[1]}/`);
    }
  }
  return folders;
}

/** Checks the tree of ARCHITECTURE.md: every line exists and has a caption, and every folder has its line. */
export function checkHouseTree(files: readonly SourceFile[]): Problem[] {
  const page = textOf(files, PAGE);
  if (page === null) return [{ path: PAGE, message: "is missing" }];
  const tree = readTree(page);
  if (tree.length === 0) return [{ path: PAGE, message: "has no tree in a text block" }];
  const problems: Problem[] = [];
  for (const { path, caption, line } of tree) {
    const exists = path.endsWith("/")
      ? files.some((file) => file.path.startsWith(path))
      : files.some((file) => file.path === path);
    if (!exists) problems.push({ path: PAGE, line, message: `${path} does not exist` });
    if (caption === "") problems.push({ path: PAGE, line, message: `${path} has no caption` });
  }
  const named = new Set(tree.map((entry) => entry.path));
  for (const folder of foldersToName(files)) {
    if (!named.has(folder)) problems.push({ path: PAGE, message: `the tree does not name ${folder}` });
  }
  return problems;
}

export const houseTree: Check = {
  name: "the tree of ARCHITECTURE.md names the folders of the repository",
  run: checkHouseTree,
};
