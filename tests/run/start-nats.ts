import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { findBinary } from "./find-binary.js";
import { startServer, type Server } from "./start-server.js";

/** Throws while no NATS server answers at the URL. */
export async function probeNats(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 4222), timeout: 5_000 });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("data", (greeting) =>
        greeting.toString("latin1").startsWith("INFO ") ? resolve() : reject(new Error("not a NATS server")),
      );
      socket.once("error", reject);
      socket.once("timeout", () => reject(new Error("no greeting")));
    });
  } finally {
    socket.destroy();
  }
}

/** Starts a NATS server for the run, with the packet size that clusters need. Returns null when NATS is not installed. */
export async function startNats(): Promise<Server | null> {
  const server = findBinary("nats-server");
  if (server === null) return null;
  return startServer({
    name: "nats",
    async prepare(folder, port) {
      const file = join(folder, "nats.conf");
      await writeFile(file, `listen: "127.0.0.1:${port}"\nmax_payload: 48MB\nmax_pending: 256MB\n`);
      return { command: server, args: ["-c", file] };
    },
    url: (port) => `nats://127.0.0.1:${port}`,
    probe: probeNats,
  });
}
