import { randomBytes } from "node:crypto";
import { freePort } from "./free-port.js";
import { openSite, type Site } from "./open-site.js";
import type { KilnProcess } from "./spawn-kiln.js";

type Env = Readonly<Record<string, string>>;

/** Which services the processes of the story host. */
const AREAS = "identity,billing,models,storage,projects,generation";
const WORKERS = "generation.*,plugins.mock";

/** A deployment over NATS: one process for the edge, one for the areas, some for the work. */
export class Cluster {
  readonly site: Site;
  readonly #port: number;

  constructor(site: Site, port: number) {
    this.site = site;
    this.#port = port;
  }

  /** The public edge: the same address whoever is behind it. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  gateway(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: "gateway,mcp", MOCK_PROVIDER: "0", PORT: String(this.#port), ...env });
  }

  areas(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: AREAS, MOCK_PROVIDER: "0", ...env });
  }

  worker(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: WORKERS, ...env });
  }

  /** The areas and the work in one process, which costs a start less than two. */
  areasAndWorker(env: Env = {}): Promise<KilnProcess> {
    return this.site.start({ SERVICES: `${AREAS},${WORKERS}`, ...env });
  }

  close(): Promise<void> {
    return this.site.close();
  }
}

/** A cluster on the test run's MariaDB and NATS, apart from others by its namespace. Nothing is started yet. */
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
