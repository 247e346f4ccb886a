import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as an operator types it. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  try {
    const { PATH = "" } = process.env;
    return { code: 0, ...(await promisify(execFile)("bin/kiln", args, { env: { PATH, ...env } })) };
  } catch (error) {
    return error as Ended;
  }
}
