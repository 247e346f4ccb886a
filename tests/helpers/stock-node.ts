import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

const SCRIPT = join(PACKAGE_ROOT, "tests/stand-ins/moleculer/stock-node.mjs");
const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** Starts a stock Moleculer node with services of its own (tests/stand-ins/moleculer) in a process of its own. */
export async function startStockNode(
  natsUrl: string,
  namespace: string,
  nodeId: string,
): Promise<{ kill(signal: NodeJS.Signals): void; end(): Promise<void> }> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH ?? "", NATS_URL: natsUrl, NAMESPACE: namespace, NODE_ID: nodeId },
    stdio: ["ignore", "pipe", "inherit"],
  });
  alive.add(child);
  const ended = once(child, "close").then(() => void alive.delete(child));
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => Promise.reject(new Error("The stock node ended before it was ready."))),
  ]);
  return {
    kill: (signal) => void child.kill(signal),
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
