import type { Server } from "node:http";

/** Listens on a free port of this machine and prints the address. Ends with SIGTERM. */
export function listenAndSay(server: Server): void {
  server.keepAliveTimeout = 72_000;
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address !== null) {
      console.log(`listens on http://127.0.0.1:${address.port}`);
    }
  });
  process.once("SIGTERM", () => process.exit(0));
}
