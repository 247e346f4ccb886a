/** `npm run pack:sdk -- [folder]` compiles sdk/ and packs it as npm would publish it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { REPOSITORY } from "../repository.js";

/** Packs the library into a tarball in a folder that exists, and returns its path. Nothing is written into sdk/. */
export function packSdk(folder: string): string {
  const made = mkdtempSync(join(tmpdir(), "kiln-sdk-"));
  try {
    const tsc = join(REPOSITORY, "node_modules/typescript/bin/tsc");
    const source = join(REPOSITORY, "sdk");
    execFileSync(process.execPath, [tsc, "-p", source, "--outDir", join(made, "dist")], { stdio: "inherit" });
    cpSync(join(source, "package.json"), join(made, "package.json"));
    cpSync(join(source, "README.md"), join(made, "README.md"));
    cpSync(join(REPOSITORY, "LICENSE"), join(made, "LICENSE"));
    const said = execFileSync("npm", ["pack", "--json", "--pack-destination", resolve(folder)], {
      cwd: made,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [packed] = JSON.parse(said) as { filename: string }[];
    return join(resolve(folder), packed?.filename ?? "");
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packSdk(process.argv[2] ?? "."));
