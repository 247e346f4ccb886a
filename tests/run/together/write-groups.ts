import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Member {
  /** Absolute path of the compiled test file. */
  path: string;
  /** Beginning of the titles of its tests. */
  label: string;
  /** Path of a file that is written when the test file has ended. */
  mark: string;
}

const RUN_TOGETHER = fileURLToPath(new URL("run-together.js", import.meta.url));

/** A test file that AVA runs and that runs other test files. */
export interface Group {
  /** Path below the root, as those of `members`. */
  file: string;
  members: readonly string[];
  /** Returns the members that have not ended, in their order. */
  unfinished(): string[];
}

/** Title under which the hooks after the last test of a file run. It is not counted as a test. */
export const END = "(end of the file)";

/** Returns the beginning of the titles of a member's tests: `http › billing › keys` for dist/tests/http/billing/keys.test.js. */
export const labelOf = (file: string): string =>
  file
    .replace(/^dist\/(tests\/)?/, "")
    .replace(/\.test\.js$/, "")
    .split("/")
    .join(" › ");

/** Writes a file for each group of test files (paths below the root), into a folder of dist that `remove` removes. */
export function writeGroups(
  root: string,
  groups: readonly (readonly string[])[],
): { groups: Group[]; remove(): void } {
  if (groups.length === 0) return { groups: [], remove: () => {} };
  mkdirSync(join(root, "dist/groups"), { recursive: true });
  const folder = mkdtempSync(join(root, `dist/groups/${process.pid}-`));
  const written = groups.map((members, index) => {
    const number = String(index + 1).padStart(2, "0");
    const marks = members.map((_, member) => join(folder, `${number}-${member + 1}.ended`));
    const told: Member[] = members.map((file, member) => ({
      path: join(root, file),
      label: labelOf(file),
      mark: marks[member] ?? "",
    }));
    const path = join(folder, `group-${number}.test.js`);
    writeFileSync(
      path,
      `import { runTogether } from ${JSON.stringify(RUN_TOGETHER)};\nawait runTogether(${JSON.stringify(told, null, 2)});\n`,
    );
    return {
      file: relative(root, path),
      members,
      unfinished: () => members.filter((_, member) => !existsSync(marks[member] ?? "")),
    };
  });
  return { groups: written, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
