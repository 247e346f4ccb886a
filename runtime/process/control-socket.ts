import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { v7 } from "uuid";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { systemMeta } from "../actions/context.js";
import { renderError } from "../errors/render.js";
import type { Host } from "./host.js";
import { SYSTEM_AUTH } from "../actions/system-auth.js";

/** The longest path of a socket in bytes; the operating system allows little more. */
const MAX_PATH = 100;

export const controlSocketPath = (dataDir: string): string | null => {
  const path = join(dataDir, "control.sock");
  return Buffer.byteLength(path) > MAX_PATH ? null : path;
};

/**
 * Opens the socket through which the `kiln` command reaches a running embedded instance, whose database
 * allows only one process. The socket lies in the data folder, only its owner can open it, and it accepts
 * operator actions only. The returned function closes it.
 */
export async function openControlSocket(
  host: Host,
  contracts: readonly Contract[],
): Promise<() => Promise<void>> {
  const path = host.config.databaseUrl === null ? controlSocketPath(host.config.dataDir) : null;
  if (path === null) return async () => {};
  rmSync(path, { force: true });
  const open = new Map(
    contracts.filter(({ audience }) => audience === "operator").map((each) => [each.name, each]),
  );
  const server = createServer((request, response) => void answer(host, open, request, response));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  chmodSync(path, 0o600);
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(path, { force: true });
  };
}

async function answer(
  host: Host,
  open: ReadonlyMap<string, Contract>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = v7();
  try {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    const { name, params } = JSON.parse(body) as { name: string; params: object };
    const contract = open.get(name);
    if (!contract) throw new ServiceError("not_found", `There is no operator action ${name}.`);
    const meta = systemMeta(requestId, SYSTEM_AUTH);
    const isAtEdge = contract.rest?.edge === true && host.hosted.has("gateway");
    const result = isAtEdge
      ? await host.edgeCall(contract, params, meta, host.draining)
      : await host.call(contract, params, meta);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
  } catch (error) {
    const { status, body } = renderError(error, requestId);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
}
