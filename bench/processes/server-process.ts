import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

const START_MS = 30_000;
const STOP_MS = 15_000;
const running = new Set<ChildProcess>();

// The servers end with this process, for whatever reason it ends.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts `node <script>` and waits for the line with its address. Throws with the output when the process ends before, or prints
 * no address for 30 s.
 */
export async function startServerProcess(
  script: string,
  env: Readonly<Record<string, string>>,
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeFlags, script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...env },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${script} did not start:\n${printed}`)), START_MS);
    const take = (chunk: Buffer): void => {
      // Later output is read and dropped, so that the server never waits for the reader.
      if (printed.length < 100_000) printed += chunk.toString("utf8");
      const found = /listens on (https?:\/\/[\w.:[\]-]+)/.exec(printed)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`${script} ended with ${code}:\n${printed}`));
    });
  });
  if (child.pid === undefined) throw new Error(`${script} has no process id.`);
  return {
    url,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const killer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      child.kill("SIGTERM");
      await once(child, "exit");
      clearTimeout(killer);
    },
  };
}
