import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Member {
  /** Absolute path of the compiled test file. */
  path: string;
  /** What its titles begin with. */
  label: string;
  /** Written when it has ended. */
  mark: string;
}

const RUN_TOGETHER = fileURLToPath(new URL("run-together.js", import.meta.url));

/** A file for AVA that runs others. */
export interface Group {
  /** Below the root, as `members` are. */
  file: string;
  members: readonly string[];
  /** Those that have not ended, in their order. */
  unfinished(): string[];
}

/** Title of what runs the hooks behind the last test of a file; no test of its own. */
export const END = "(end of the file)";

/** What titles of a member begin with: `http › billing › keys` for dist/tests/http/billing/keys.test.js. */
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
