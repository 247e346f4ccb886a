import { connect } from "nats";
import type { KilnProcess } from "./spawn-kiln.js";

/**
 * Counts the heartbeats of a process from now on: a clock for what is to happen within some of them, however slow the machine is.
 * `close` gives how many came.
 */
export async function beatsOf(
  { pid }: KilnProcess,
  { NATS_URL, NAMESPACE }: Readonly<Record<string, string>>,
): Promise<{ close(): Promise<number> }> {
  const nats = await connect({ servers: NATS_URL ?? "" });
  let beats = 0;
  nats.subscribe(`MOL-${NAMESPACE}.HEARTBEAT`, {
    callback: (_, { data }) => {
      const { sender } = JSON.parse(Buffer.from(data).toString()) as { sender: string };
      if (sender.includes(`-${pid}-`)) beats += 1;
    },
  });
  await nats.flush();
  return {
    async close() {
      await nats.close();
      return beats;
    },
  };
}
