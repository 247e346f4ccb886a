import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { type Database, openDatabase } from "../../runtime/database/database.js";
import { snapshot } from "../../runtime/database/snapshot.js";
import { resultId } from "../../services/generation/results.js";
import { type LedgerReport, verifyLedger } from "../../services/billing/verify-ledger.js";
import { reader } from "../../runtime/database/transaction.js";
import { type Ended, KilnProcess } from "./spawn-kiln.js";
import { TEST_ENV } from "./test-env.js";
import { placeEmbedded, type TestDatabaseOptions, testDatabaseUrl } from "./test-database.js";

/** A deployment's server in the process of the test. */
export interface Here {
  url: string;
  /** Drains and ends it, as SIGTERM does a process of its own. */
  stop(): Promise<Pick<Ended, "code">>;
}

/** Deployment of processes on one database and one media folder. Each process may be killed and started again. */
export class Site {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #processes: KilnProcess[] = [];
  readonly #here = new Set<Here>();
  readonly #drop: () => Promise<void>;

  constructor(folder: string, env: Readonly<Record<string, string>>, drop: () => Promise<void>) {
    this.folder = folder;
    this.env = env;
    this.#drop = drop;
  }

  /** Starts a process without waiting for it. */
  launch(env: Readonly<Record<string, string>> = {}): KilnProcess {
    const kiln = new KilnProcess({ ...this.env, ...env });
    this.#processes.push(kiln);
    return kiln;
  }

  /** Starts a process and waits until it is ready. */
  start(env: Readonly<Record<string, string>> = {}): Promise<KilnProcess> {
    return this.launch(env).ready();
  }

  /**
   * Starts a server in the process of the test, for what another process left when it was killed: to the database and the files it is one
   * more process, and it costs a tenth of one, because the modules are loaded already. What is to be killed or frozen itself needs `start`.
   */
  async startHere(env: Readonly<Record<string, string>> = {}): Promise<Here> {
    // Most sites have processes only, and a test of them does not load the server's modules.
    const { startKiln } = await import("../../start.js");
    const kiln = await startKiln({
      ...this.env,
      LOG_LEVEL: process.env.KILN_TEST_LOG ?? "fatal",
      // What died has a short lease, so that its work is taken over soon. Nobody waits for this one to die.
      TASK_LEASE_SECONDS: "10",
      ...env,
    });
    const here: Here = {
      url: kiln.url,
      stop: async () => {
        this.#here.delete(here);
        await kiln.stop();
        return { code: 0 };
      },
    };
    this.#here.add(here);
    return here;
  }

  get pluginsDir(): string {
    return join(this.folder, "plugins.d");
  }

  /** Does what `kiln ledger verify` does, beside running processes or after their end. */
  async verifyLedger(): Promise<Pick<LedgerReport, "mismatches"> & { verified: number }> {
    const { accounts, mismatches } = await this.#read((database) => snapshot(database, verifyLedger));
    return { verified: accounts.length, mismatches };
  }

  /** Reads rows of the site's database beside its processes. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.#read((database) => reader(database).query<T>(sql, parameters));
  }

  async #read<T>(look: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({
      url: this.env.DATABASE_URL ?? null,
      dataDir: this.folder,
      entities: ENTITIES,
      migrations: MIGRATIONS,
      poolSize: 1,
      readOnly: true,
    });
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  }

  /** Compares media files with the objects in the database. Both lists are empty when they agree. */
  async checkMedia(): Promise<{ orphans: string[]; missing: string[] }> {
    const files = new Set(await this.mediaFiles());
    const objects = await this.query<{ id: string }>("SELECT id FROM storage_objects");
    const known = new Set(objects.map(({ id }) => id));
    const jobs = await this.query<{ id: string; status: string }>("SELECT id, status FROM generation_jobs");
    const origins = new Map(jobs.map(({ id, status }) => [resultId(id, 0), `of job ${id}, ${status}`]));
    const describe = (id: string) => `${id} ${origins.get(id) ?? ""}`;
    return {
      orphans: [...files.difference(known)].map(describe),
      missing: [...known.difference(files)].map(describe),
    };
  }

  /** Returns the names of the media files in the store, without thumbnails, unfinished writes and marks of spent tickets. */
  async mediaFiles(): Promise<string[]> {
    const found = await readdir(join(this.folder, "media"), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && basename(entry.parentPath) !== "spent")
      .map(({ name }) => name)
      .filter((name) => /^[0-9a-f-]{36}$/.test(name));
  }

  /** Kills each process that still runs with SIGKILL, also a frozen one, and ends servers of the test's own process. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#here].map((here) => here.stop()));
    await Promise.all(this.#processes.splice(0).map((kiln) => kiln.end()));
  }

  /** Ends the processes that still run and removes everything. */
  async close(): Promise<void> {
    await this.endAll();
    await this.#drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Opens a site on the engine of this run. With `embedded` the engine is SQLite in every run. */
export async function openSite(
  env: Readonly<Record<string, string>> = {},
  options: { embedded?: boolean } & TestDatabaseOptions = {},
): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-site-"));
  await mkdir(join(folder, "plugins.d"));
  const database = options.embedded
    ? { url: undefined, drop: async () => {} }
    : await testDatabaseUrl(options);
  if (database.url === undefined && !options.isEmpty) await placeEmbedded(folder);
  return new Site(
    folder,
    {
      ...TEST_ENV,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_FORMAT: "json",
      LOG_LEVEL: process.env.KILN_TEST_LOG ?? "info",
      DATA_DIR: folder,
      PLUGINS_DIR: join(folder, "plugins.d"),
      STORAGE_URL: `disk:${join(folder, "media")}`,
      SECRET_KEY: "test-secret-test-secret-test-secret!",
      MOCK_PROVIDER: "1",
      TASK_LEASE_SECONDS: "1",
      ...(database.url !== undefined && { DATABASE_URL: database.url }),
      ...env,
    },
    database.drop,
  );
}
