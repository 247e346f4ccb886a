import { createServer } from "node:net";

/** Below those that the system gives to whoever asks for any. */
const PORTS = { from: 10_000, count: 20_000 };
/** Of a process; the next one's come behind. */
const OWN = 16;
let given = 0;

/**
 * A port that was free a moment ago, for processes that must know each other's before they start. Tests that run at the
 * same time look in different places: one who takes another's port is taken for its server.
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
