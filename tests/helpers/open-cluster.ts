import { randomBytes } from "node:crypto";
import { freePort } from "./free-port.js";
import { openSite, type Site } from "./open-site.js";
import type { KilnProcess } from "./spawn-kiln.js";

type Env = Readonly<Record<string, string>>;

/** Services that the processes of the cluster host. */
const AREAS = "identity,billing,models,storage,projects,generation";
const WORKERS = "generation.*,plugins.mock";

/** Services of a process that takes jobs and does them, without what has to do with content. It starts in two thirds of the time. */
export const OF_JOBS = `gateway,${AREAS},generation.*,plugins.*`;
/** Services of a process that takes jobs and does none. */
export const OF_ACCOUNTS = `gateway,${AREAS}`;

/** Deployment over NATS: one process for the edge, one for the areas, and some for jobs. */
export class Cluster {
  readonly site: Site;
  readonly #port: number;

  constructor(site: Site, port: number) {
    this.site = site;
    this.#port = port;
  }

  /** Address of the public edge, the same whichever process serves it. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  gateway(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: "gateway", MOCK_PROVIDER: "0", PORT: String(this.#port), ...env });
  }

  areas(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: AREAS, MOCK_PROVIDER: "0", ...env });
  }

  worker(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: WORKERS, ...env });
  }

  /** Starts the areas and the jobs in one process, which costs one start instead of two. */
  areasAndWorker(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: `${AREAS},${WORKERS}`, ...env });
  }

  close(): Promise<void> {
    return this.site.close();
  }
}

/** Opens a cluster on the test run's MariaDB and NATS, in a namespace of its own. Starts no process. */
export async function openCluster(env: Env = {}): Promise<Cluster> {
  const natsUrl = env.NATS_URL ?? process.env.KILN_TEST_NATS_URL;
  if (natsUrl === undefined || natsUrl === "")
    throw new Error("The cluster ring needs KILN_TEST_NATS_URL, which npm test sets.");
  const port = await freePort();
  const site = await openSite({
    NATS_URL: natsUrl,
    LAME_DUCK_SECONDS: "0",
    NAMESPACE: `test-${randomBytes(6).toString("hex")}`,
    BASE_URL: `http://127.0.0.1:${port}`,
    ...env,
  });
  return new Cluster(site, port);
}
