import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

/** Returns the messages of a build with files of these sizes, of which `first` are the files that the page loads first. */
function judge(first: Readonly<Record<string, number>>, later: Readonly<Record<string, number>>) {
  const folder = mkdtempSync(join(tmpdir(), "kiln-first-load-"));
  try {
    mkdirSync(join(folder, "assets"));
    for (const [name, kilobytes] of Object.entries({ ...first, ...later }))
      writeFileSync(join(folder, "assets", name), randomBytes(kilobytes * 1000));
    const links = Object.keys(first)
      .filter((name) => !name.endsWith(".br"))
      .map((name) => `<link href="/console/assets/${name}">`);
    writeFileSync(join(folder, "index.html"), links.join(""));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(PACKAGE_ROOT, "console/first-load.mjs"), folder],
      { encoding: "utf8" },
    );
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a first load of 250 KB or more is refused, compressed, and whatever is loaded later", (t) => {
  t.deepEqual(judge({ "main.js": 200, "main.css": 40 }, { "editor.js": 900 }), { status: 0, stderr: "" });
  t.deepEqual(judge({ "main.js": 900, "main.js.br": 240 }, {}), { status: 0, stderr: "" });
  const { status, stderr } = judge({ "main.js": 900, "main.js.br": 240, "main.css": 10 }, {});
  t.is(status, 1);
  t.regex(stderr, /is 250 KB; it must be under 250 KB/);
});
