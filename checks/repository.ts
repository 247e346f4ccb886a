import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./check.js";

/** Root of the repository. Compiled checks lie in dist/checks. */
export const REPOSITORY: string = join(dirname(fileURLToPath(import.meta.url)), "../..");

const TEXT =
  /\.(ts|tsx|js|mjs|css|html|json|jsonc|md|ya?ml|sh|conf|txt|graphql)$|(^|\/)[^./]+$|(^|\/)\.[^/]+$/;

/** Returns every file that git tracks or would track, as it is on disk. */
export function readRepository(): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: REPOSITORY,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return listed
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(REPOSITORY, path)))
    .filter((path) => statSync(join(REPOSITORY, path)).isFile())
    .map((path) => ({
      path,
      text: TEXT.test(path) ? readFileSync(join(REPOSITORY, path), "utf8") : "",
    }));
}
