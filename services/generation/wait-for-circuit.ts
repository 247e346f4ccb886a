import type { Host } from "../../runtime/process/host.js";
import { readCircuit, takeTrial } from "./circuit.js";

/** Milliseconds to wait while the provider's circuit is open or other work tries it; null to go on. */
export async function waitForCircuit(
  host: Pick<Host, "read" | "transact">,
  provider: string,
): Promise<number | null> {
  const circuit = await readCircuit(host.read, provider);
  if (circuit.state === "closed") return null;
  if (circuit.state === "open") return circuit.leftMs + Math.random() * 500;
  return (await host.transact((tx) => takeTrial(tx, provider))) ? null : 1000;
}
