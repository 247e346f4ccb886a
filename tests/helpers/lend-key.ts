import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** An address without sign-in before a server that asks for a key, for tools that cannot bring one. */
export async function lendKey(base: string, key: string): Promise<{ url: string; close(): void }> {
  const server = createServer((req, res) => {
    const onward = request(
      new URL(req.url ?? "/", base),
      { method: req.method, headers: { ...req.headers, authorization: `Bearer ${key}` } },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    onward.on("error", () => res.destroy());
    res.on("close", () => onward.destroy());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
