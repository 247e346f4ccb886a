import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/helpers/free-port.js";
import { type NatsServer, startNatsServer } from "../../tests/helpers/nats-server.js";
import { KilnProcess } from "../../tests/helpers/spawn-kiln.js";
import { OwnMariadb } from "./own-mariadb.js";
import { RoundRobin } from "./proxy.js";

/** Roles of processes, with their services. A deployment has them in turns. */
const ROLES = [
  { role: "edge", services: "gateway,mcp" },
  { role: "delivery", services: "gateway,delivery" },
  {
    role: "core",
    services:
      "identity,billing,models,storage,projects,generation,applications,content,translation,transcriptions,webhooks,workflows,operations",
  },
  { role: "worker", services: "generation.*,plugins.mock" },
] as const;

/** Lease in seconds. Work of a process that stands still for longer is taken over. */
export const LEASE_SECONDS = 5;
/** Time limit of a start under load on a busy machine. */
const START_MS = 300_000;
const KEPT_DOWN = new Set<NodeJS.Signals>(["SIGKILL"]);

/** Process of the deployment. Its address stays when another one runs in its place. */
export class Member {
  readonly name: string;
  readonly url: string;
  readonly #env: Readonly<Record<string, string>>;
  #kiln: KilnProcess;
  /** Times of the last kill and of the first service of the next process, between which no process may be there. */
  #gone: { from: number; until: number } = { from: 0, until: 0 };

  constructor(name: string, url: string, env: Readonly<Record<string, string>>) {
    this.name = name;
    this.url = url;
    this.#env = env;
    this.#kiln = new KilnProcess(env);
  }

  get kiln(): KilnProcess {
    return this.#kiln;
  }

  async ready(): Promise<void> {
    await this.#kiln.ready(START_MS);
  }

  /** Ends the process by the signal and starts another one. Throws when a process that was asked to leave did not end well. */
  async replace(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const old = this.#kiln;
    if (KEPT_DOWN.has(signal)) this.#gone = { from: Date.now(), until: Infinity };
    old.kill(signal);
    const { code } = await old.ended;
    this.#kiln = new KilnProcess(this.#env);
    await this.#kiln.ready(START_MS);
    this.#gone.until = Math.min(this.#gone.until, Date.now());
    if (signal === "SIGTERM" && code !== 0)
      throw new Error(`${this.name} ended with ${code}:\n${old.output.slice(-2000)}`);
  }

  /**
   * Returns whether a request that began at `begun` may have met no process: it was under way when the process was killed, or
   * came before the next one.
   */
  wasGone(begun: number): boolean {
    return this.#gone.from > 0 && begun <= this.#gone.until;
  }
}

/** Whole deployment of the soak: MariaDB, NATS, processes of all roles, and the proxy in front of the edges. */
export class Deployment {
  readonly mariadb: OwnMariadb;
  readonly nats: NatsServer;
  readonly members: readonly Member[];
  readonly proxy: RoundRobin;
  readonly url: string;
  readonly dataDir: string;

  private constructor(own: Pick<Deployment, "mariadb" | "nats" | "members" | "proxy" | "url" | "dataDir">) {
    this.mariadb = own.mariadb;
    this.nats = own.nats;
    this.members = own.members;
    this.proxy = own.proxy;
    this.url = own.url;
    this.dataDir = own.dataDir;
  }

  static async open(processes: number): Promise<Deployment> {
    const dataDir = await mkdtemp(join(tmpdir(), "kiln-soak-"));
    await mkdir(join(dataDir, "plugins.d"));
    const [mariadb, nats] = await Promise.all([OwnMariadb.open(), startNatsServer()]);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, "compiled"),
      NODE_ENV: "test",
      HOST: "127.0.0.1",
      LOG_FORMAT: "json",
      LOG_LEVEL: "info",
      DATABASE_URL: mariadb.url,
      NATS_URL: nats.url,
      NAMESPACE: "soak",
      BASE_URL: url,
      SECRET_KEY: randomBytes(32).toString("hex"),
      DATA_DIR: dataDir,
      PLUGINS_DIR: join(dataDir, "plugins.d"),
      STORAGE_URL: `disk:${join(dataDir, "media")}`,
      // The receiver of webhooks is on this machine.
      ALLOW_PRIVATE_NETWORK: "1",
      WEBHOOK_RETRY_SECONDS: "2,5,10,20,20",
      SIGNUP_LIMIT: "1000000",
      SIGNUP_CREDITS: "100000000",
      TASK_LEASE_SECONDS: String(LEASE_SECONDS),
    };
    const members: Member[] = [];
    // Processes that were started are ended where another one does not start: eight processes would take the machine from the
    // next run.
    const failed = async (reason: unknown): Promise<never> => {
      await Promise.allSettled(members.map(({ kiln }) => kiln.end()));
      await Promise.allSettled([mariadb.close(), nats.close()]);
      await rm(dataDir, { recursive: true, force: true });
      throw reason;
    };
    for (let n = 0; n < processes; n += 1) {
      const { role, services } = ROLES[n % ROLES.length] ?? ROLES[0];
      const own = await freePort();
      const name = `${role} ${Math.floor(n / ROLES.length) + 1}`;
      const member = new Member(name, `http://127.0.0.1:${own}`, {
        ...env,
        PORT: String(own),
        SERVICES: services,
        MOCK_PROVIDER: role === "worker" ? "1" : "0",
      });
      members.push(member);
      // The first process migrates for all, and leaves them the code that V8 compiled.
      if (n === 0) await member.ready().catch(failed);
    }
    await Promise.all(members.map((member) => member.ready())).catch(failed);
    const proxy = new RoundRobin(members.filter(({ name }) => name.startsWith("edge")));
    await proxy.listen(port).catch(failed);
    return new Deployment({ mariadb, nats, members, proxy, url, dataDir });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await Promise.all(this.members.map(({ kiln }) => kiln.end()));
    await Promise.all([this.mariadb.close(), this.nats.close()]);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
