import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const GUARD = fileURLToPath(new URL("guard.js", import.meta.url));

/** A command that ends when this process ends. */
export interface Guarded {
  process: ChildProcess;
  /** Settles with the exit code when the command and everything it started have ended. */
  ended: Promise<number>;
  stop(): Promise<void>;
}

const running = new Set<Guarded>();

/** Starts a command under the guard. `output` is a file descriptor for what it prints, or pipes. */
export function startGuarded(options: {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  output: number | "pipe";
  /** The working folder of the command. */
  folder?: string;
  removeFolder?: string;
}): Guarded {
  const child = spawn(
    process.execPath,
    [GUARD, options.removeFolder ?? "-", options.command, ...options.args],
    {
      detached: true,
      stdio: ["pipe", options.output, options.output],
      env: options.env ?? process.env,
      ...(options.folder !== undefined && { cwd: options.folder }),
    },
  );
  child.stdin?.on("error", () => {});
  const ended = new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
  const guarded: Guarded = {
    process: child,
    ended,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
  running.add(guarded);
  void ended.then(() => running.delete(guarded));
  return guarded;
}

/** Ends everything that this process started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((guarded) => guarded.stop()));
}
