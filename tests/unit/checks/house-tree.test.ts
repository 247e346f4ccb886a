import test from "ava";
import { checkHouseTree, readTree } from "../../../checks/house-tree.js";

const page = (...lines: string[]) => ["# House", "```text", ...lines, "```", ""].join("\n");
const files = (...paths: string[]) => paths.map((path) => ({ path, text: "" }));
const check = (tree: string, ...paths: string[]) =>
  checkHouseTree([{ path: "ARCHITECTURE.md", text: tree }, ...files(...paths)]).map(({ message }) => message);

test("a tree is read with its levels and captions", (t) => {
  t.deepEqual(readTree(page("services/  areas", "  billing/    money", "main.ts  start")), [
    { path: "services/", caption: "areas", line: 3 },
    { path: "services/billing/", caption: "money", line: 4 },
    { path: "main.ts", caption: "start", line: 5 },
  ]);
});

test("a tree that fits the house has no problem", (t) => {
  const tree = page("services/  areas", "  billing/  money", "main.ts  start");
  t.deepEqual(check(tree, "services/billing/a.ts", "main.ts", ".github/workflows/a.yml"), []);
});

test("a line without a file, a line without a caption, a folder without a line are found", (t) => {
  t.deepEqual(check(page("services/  areas", "  billing/", "gone/  nothing"), "services/billing/a.ts"), [
    "services/billing/ has no caption",
    "gone/ does not exist",
  ]);
  t.deepEqual(check(page("services/  areas"), "services/billing/a.ts", "plugins/storage/disk.ts"), [
    "the tree does not name services/billing/",
    "the tree does not name plugins/",
    "the tree does not name plugins/storage/",
  ]);
});

test("a missing page or tree is found", (t) => {
  t.deepEqual(checkHouseTree([])[0]?.message, "is missing");
  t.deepEqual(check("# House"), ["has no tree in a text block"]);
});
