import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { REPOSITORY } from "../../../checks/repository.js";
import { filesOf } from "../../../checks/walk/table.js";
import { WALKS } from "../../../checks/walk/walks.js";

test("no request runs through more files than ARCHITECTURE.md says", async (t) => {
  const script = join(REPOSITORY, "dist/checks/walk/run.js");
  const names = WALKS.map(({ name }) => name);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...names]);
  const told = filesOf(readFileSync(join(REPOSITORY, "ARCHITECTURE.md"), "utf8"));
  for (const { name, title } of WALKS) {
    const counted = Number(new RegExp(`^${name}: (\\d+) files`, "m").exec(stdout)?.[1]);
    t.true(counted > 0, `${name} was not counted: ${stdout}`);
    t.true(
      // On a busy machine one or two timers run during each request.
      counted <= (told.get(title) ?? 0) + 2,
      `${name}: ${counted} files; npm run walk writes the table anew`,
    );
  }
});
