import { createServer } from "node:net";

/** Range of ports below those that the system hands out for port 0. */
const PORTS = { from: 10_000, count: 20_000 };
/** Number of ports that a process looks at first. The ports of the next process id follow. */
const OWN = 16;
let given = 0;

/**
 * Returns a port that was free a moment ago, for processes that must know each other's port before they start. Tests that run at
 * the same time look in different ranges, because a process that takes another one's port is taken for its server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + ((process.pid * OWN + given++) % PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
