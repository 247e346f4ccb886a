import { readFile } from "node:fs/promises";
import { signUp } from "./client.js";
import type { Site } from "./open-site.js";
import { processTree } from "./process-tree.js";
import { waitUntil } from "./wait-until.js";

/** A supervisor with its processes (PROCESSES), all of which serve. */
export async function superviseKiln(site: Site, count: number) {
  const kiln = await site.start();
  /** Those that share the port, without what they started themselves. */
  const edges = async () =>
    (await processTree(kiln.pid)).filter(
      ({ pid, command }) => pid !== kiln.pid && command.endsWith("main.js"),
    );
  const pids = async () => (await edges()).map(({ pid }) => pid);
  /** Those of one place, of which there are two while one replaces the other. */
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
  /** The same over a connection of its own: one that is kept stays with the process that took it, frozen or not. */
  const readAnew = () => fetch(`${kiln.url}/v1/account`, { headers: { authorization, connection: "close" } });
  /** Waits until the supervisor says it, once more than before. */
  const says = (text: string) => {
    const before = kiln.output.split(text).length;
    return () => waitUntil(() => kiln.output.split(text).length > before, patience);
  };
  return { kiln, pids, pidsOf, metrics, full, read, readAnew, says, patience };
}

/** Which process of its machine it is, as its supervisor told it. */
async function placeOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return /(?:^|\0)KILN_PROCESS=(\d+)/.exec(text)?.[1];
}
