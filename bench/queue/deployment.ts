import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KilnProcess, SECRET_KEY, startKilnProcess, startMeasured } from "../processes/kiln-process.js";
import { makeDatabase } from "../surroundings.js";
import { installSteady } from "./steady-provider.js";

const WORKER = {
  MOCK_PROVIDER: "0",
  SERVICES: "generation.image",
  PORT: "0",
  HOST: "127.0.0.1",
  DRAIN_SECONDS: "5",
};
const FRONT = "gateway,identity,billing,models,storage,projects,generation,plugins.storage-disk";

/** Number of processes that start at once. */
const STARTING = 4;

/**
 * Deployment of one process for the edge and the areas, and workers of pictures, each a process of its own, over NATS and
 * MariaDB. Workers in one process would share its event loop, and hold locks for as long as all the others take their turns.
 */
export class Deployment {
  readonly #left = new AsyncDisposableStack();
  readonly #env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly front: KilnProcess;
  readonly #folder: string;
  #workers = 0;

  private constructor(
    left: AsyncDisposableStack,
    env: Readonly<Record<string, string>> & { DATABASE_URL: string },
    folder: string,
    front: KilnProcess,
  ) {
    this.#left.use(left);
    this.#folder = folder;
    this.#env = env;
    this.databaseUrl = env.DATABASE_URL;
    this.front = front;
  }

  /** Opens the deployment. `also` is added to the environment of all its processes. */
  static async open(
    databaseServer: string,
    natsUrl: string,
    also: Readonly<Record<string, string>> = {},
  ): Promise<Deployment> {
    await using left = new AsyncDisposableStack();
    const database = await makeDatabase(databaseServer);
    left.defer(() => database.drop());
    const folder = await mkdtemp(join(tmpdir(), "kiln-bench-"));
    left.defer(() => rm(folder, { recursive: true, force: true }));
    const [media, plugins] = [join(folder, "media"), join(folder, "plugins")];
    await mkdir(plugins);
    await installSteady(plugins);
    const env = {
      DATABASE_URL: database.url,
      NATS_URL: natsUrl,
      NAMESPACE: `bench-${randomUUID().slice(0, 8)}`,
      SECRET_KEY,
      STORAGE_URL: `disk:${media}`,
      PLUGINS_DIR: plugins,
      LAME_DUCK_SECONDS: "0",
      ...also,
    };
    const front = await startKilnProcess({ ...env, SERVICES: FRONT });
    left.defer(() => front.stop());
    return new Deployment(left.move(), env, folder, front);
  }

  /** Starts workers until there are `workers` of them. */
  async grow(workers: number): Promise<void> {
    while (this.#workers < workers) {
      const count = Math.min(STARTING, workers - this.#workers);
      await Promise.all(Array.from({ length: count }, (_, at) => this.#startWorker(this.#workers + at)));
      this.#workers += count;
    }
  }

  async #startWorker(number: number): Promise<void> {
    const folder = join(this.#folder, `worker-${number}`);
    const worker = await startMeasured(folder, { ...this.#env, ...WORKER });
    this.#left.defer(() => worker.stop());
  }

  close(): Promise<void> {
    return this.#left.disposeAsync();
  }
}
