import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../helpers/free-port.js";
import { startGuarded } from "./guarded.js";

export interface Server {
  url: string;
  stop(): Promise<void>;
}

const READY_MS = 90_000;

export interface Recipe {
  name: string;
  /** Makes the data in the new folder and returns the command line. */
  prepare(folder: string, port: number): Promise<{ command: string; args: string[] }>;
  url(port: number): string;
  /** Throws while the server does not answer. */
  probe(url: string): Promise<void>;
}

/**
 * Starts a server in a new folder on a free port and waits until it answers. Throws an error with the end of its log when it does
 * not answer.
 */
export async function startServer(recipe: Recipe): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), `kiln-${recipe.name}-`));
  const port = await freePort();
  const { command, args } = await recipe.prepare(folder, port);
  const logFile = join(folder, "server.log");
  const log = openSync(logFile, "a");
  const guarded = startGuarded({ command, args, output: log, removeFolder: folder });
  closeSync(log);
  const url = recipe.url(port);
  const state = { hasEnded: false };
  void guarded.ended.then(() => (state.hasEnded = true));
  const readLog = () => {
    try {
      return readFileSync(logFile, "utf8").split("\n").slice(-20).join("\n");
    } catch {
      return "";
    }
  };
  let said = "";
  for (const end = Date.now() + READY_MS; Date.now() < end && !state.hasEnded;) {
    said = readLog() || said;
    try {
      await recipe.probe(url);
      return { url, stop: () => guarded.stop() };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await guarded.stop();
  throw new Error(`${recipe.name} did not start.\n${said}`);
}
