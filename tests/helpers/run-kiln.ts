import { spawn } from "node:child_process";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the `kiln` command as a process of its own. */
export function runKiln(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, "bin/kiln"), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
