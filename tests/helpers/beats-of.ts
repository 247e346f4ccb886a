import { connect } from "nats";
import type { KilnProcess } from "./spawn-kiln.js";

/**
 * Counts the heartbeats of a process from now on. A test uses them as a clock for what must happen within a few beats, however
 * slow the machine is.
 * `close` returns their number.
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
