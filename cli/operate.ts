import { request } from "node:http";
import type { Contract, InputOf, ResultOf } from "../contracts/contract.js";
import { ServiceError } from "../contracts/errors.js";
import { loadConfig } from "../runtime/config/load-config.js";
import { controlSocketPath } from "../runtime/process/control-socket.js";
import { systemMeta } from "../runtime/actions/context.js";
import { SYSTEM_AUTH } from "../runtime/actions/system-auth.js";
import { CliError } from "./cli-error.js";

export type Operate = <C extends Contract>(contract: C, params: InputOf<C>) => Promise<ResultOf<C>>;

/** What a command needs. */
const SERVICES = "identity,billing,models,storage,projects,operations";
/** Without a cluster nobody announces models to this process: it reads them off its own plugins. */
const WORKERS = "generation.*";

/**
 * Runs operator actions on the deployment that the environment names: through the socket of a running
 * embedded instance, else in a process of its own beside the database (and in its cluster). `isOfProcesses`: what
 * it tells of processes is told of that one, and is said to be, where no other one can be reached.
 */
export async function operate<T>(
  work: (call: Operate) => Promise<T>,
  { isOfProcesses = false }: { isOfProcesses?: boolean } = {},
): Promise<T> {
  const { databaseUrl, dataDir, natsUrl } = loadConfig(process.env);
  try {
    const path = databaseUrl === null ? controlSocketPath(dataDir) : null;
    if (path !== null && (await answers(path)))
      return await work((contract, params) => ask(path, contract, params));
    if (isOfProcesses && natsUrl === null)
      process.stderr.write(
        "No running process can be reached from here. A process of this environment has:\n",
      );
    // A running instance answers without it.
    const { startKiln } = await import("../start.js");
    const kiln = await startKiln(
      {
        ...process.env,
        SERVICES: natsUrl === null ? `${SERVICES},${WORKERS}` : SERVICES,
        PORT: "0",
        HOST: "127.0.0.1",
        // It is taken by the server beside which this runs.
        METRICS_PORT: "",
        LOG_LEVEL: "error",
        LOG_FORMAT: "json",
      },
      { doesWork: false },
    );
    try {
      return await work((contract, params) =>
        kiln.host.call(contract, params, systemMeta("kiln", SYSTEM_AUTH)),
      );
    } finally {
      await kiln.stop();
    }
  } catch (error) {
    throw error instanceof ServiceError ? new CliError(error.message) : error;
  }
}

const answers = (path: string): Promise<boolean> =>
  post(path, {}).then(
    () => true,
    () => false,
  );

async function ask<C extends Contract>(path: string, contract: C, params: InputOf<C>): Promise<ResultOf<C>> {
  const { status, body } = await post(path, { name: contract.name, params });
  if (status !== 200)
    throw new CliError((body as { error?: { message?: string } }).error?.message ?? "The server refused.");
  return body as ResultOf<C>;
}

function post(socketPath: string, body: object): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const req = request({ socketPath, method: "POST", path: "/" }, (res) => {
      res.toArray().then(
        (chunks) =>
          resolve({
            status: res.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
          }),
        reject,
      );
    });
    req.on("error", reject);
    req.end(JSON.stringify(body));
  });
}
