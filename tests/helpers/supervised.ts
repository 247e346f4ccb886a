import { readFile } from "node:fs/promises";
import { signUp } from "./client.js";
import type { Site } from "./open-site.js";
import { processTree } from "./process-tree.js";
import { waitUntil } from "./wait-until.js";

/** Starts a supervisor (PROCESSES) and waits until all of its processes serve. */
export async function superviseKiln(site: Site, count: number) {
  const kiln = await site.start();
  /** Returns the processes that share the port, without the processes that these started. */
  const edges = async () =>
    (await processTree(kiln.pid)).filter(
      ({ pid, command }) => pid !== kiln.pid && command.endsWith("main.js"),
    );
  const pids = async () => (await edges()).map(({ pid }) => pid);
  /** Returns the pids with one index. There are two while one process replaces another. */
  const pidsOf = async (place: number) => {
    const all = await pids();
    const own = await Promise.all(all.map(async (pid) => (await placeOf(pid)) === String(place)));
    return all.filter((_, at) => own[at]);
  };
  const metrics = async () => (await fetch(`${kiln.url}/metrics`)).text();
  const answering = async () =>
    Number(/^kiln_processes\{state="answered"\} (\d+)$/m.exec(await metrics().catch(() => ""))?.[1]);
  const patience = { what: () => kiln.output, timeoutMs: 200_000 };
  const full = () => waitUntil(async () => (await answering()) === count, patience);
  await full();
  const ann = await signUp(kiln.url);
  const authorization = `Bearer ${ann.key}`;
  const read = () => fetch(`${kiln.url}/v1/account`, { headers: { authorization } });
  /** Reads the account over a new connection, because a kept connection stays with the process that took it, frozen or not. */
  const readAnew = () => fetch(`${kiln.url}/v1/account`, { headers: { authorization, connection: "close" } });
  /** Waits until the supervisor prints the text once more than before. */
  const says = (text: string) => {
    const before = kiln.output.split(text).length;
    return () => waitUntil(() => kiln.output.split(text).length > before, patience);
  };
  return { kiln, pids, pidsOf, metrics, full, read, readAnew, says, patience };
}

/** Returns the index of a process on its machine, as its supervisor set it. */
async function placeOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return /(?:^|\0)KILN_PROCESS=(\d+)/.exec(text)?.[1];
}
