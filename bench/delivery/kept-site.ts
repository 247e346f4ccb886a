import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { MIGRATIONS } from "../../migrations/index.js";
import { makeCaller, send } from "../caller.js";
import { startOn } from "../processes/kiln-process.js";
import { seedHandWritten } from "./seed-hand-written.js";
import { seedKiln } from "./seed-kiln.js";
import { article, LOCALES, TYPES } from "./site.js";

/** Number to be raised when the seeded data change in a way that the fingerprint cannot see. */
const EDITION = 1;

/** Site that is kept between runs. */
export interface KeptSite {
  count: number;
  dataDir: string;
  /** URL of Kiln's database. Null means SQLite in the data folder. */
  databaseUrl: string | null;
  /** URL of the hand-written server's database. Null on SQLite. */
  plainUrl: string | null;
  projectId: string;
  /** Delivery token of the site. */
  token: string;
  /** API key of the project's owner. */
  key: string;
}

export const envOf = (databaseUrl: string | null): Record<string, string> =>
  databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };

const CACHE = join(tmpdir(), "kiln-bench");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns a text that is the same for the same tables and the same documents. */
const fingerprint = (): string =>
  hashOf(JSON.stringify([EDITION, MIGRATIONS.map(({ name }) => name), TYPES, article(0), article(1)])).slice(
    0,
    12,
  );

/**
 * Returns the site with the given number of articles: the one of an earlier run, or a new one, which takes about a second for
 * 5,000 articles.
 */
export async function keptSite(count: number, server: string | null): Promise<KeptSite> {
  const name = `delivery-${count}-${server === null ? "sqlite" : "mariadb"}`;
  const note = join(CACHE, name, `${fingerprint()}.json`);
  try {
    const known = JSON.parse(await readFile(note, "utf8")) as KeptSite;
    if (server === null || (await stands(known))) return known;
  } catch {
    // There is no site yet.
  }
  const site = await makeSite(join(CACHE, name), count, server);
  await writeFile(note, JSON.stringify(site));
  return site;
}

async function stands({ databaseUrl, plainUrl }: KeptSite): Promise<boolean> {
  try {
    for (const uri of [databaseUrl, plainUrl]) await (await createConnection({ uri: uri ?? "" })).end();
    return true;
  } catch {
    return false;
  }
}

async function makeSite(dataDir: string, count: number, server: string | null): Promise<KeptSite> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = server === null ? null : await freshDatabase(server, `kiln_bench_delivery_${count}`);
  const plainUrl = server === null ? null : await freshDatabase(server, `kiln_bench_plain_${count}`);
  const kiln = await startOn(dataDir, envOf(databaseUrl));
  try {
    const caller = await makeCaller(kiln.url);
    const projectId = randomUUID();
    await send(caller, "/v1/projects", { id: projectId, name: "bench" });
    const content = `/v1/projects/${projectId}/content`;
    const locales = LOCALES.map((code) => ({ code }));
    await send(caller, `${content}/settings`, { defaultLocale: LOCALES[0], locales }, "PUT");
    // Types that others reference come first.
    for (const type of TYPES.toReversed()) await send(caller, `${content}/types`, type);
    const made = await send(caller, `${content}/tokens`, { name: "bench", mode: "published" });
    const token = String(made.secret);
    await seedKiln({ url: databaseUrl, dataDir }, projectId, count);
    if (plainUrl !== null) await seedHandWritten(plainUrl, hashOf(token), count);
    return { count, dataDir, databaseUrl, plainUrl, projectId, token, key: caller.key };
  } finally {
    await kiln.stop();
  }
}

async function freshDatabase(server: string, name: string): Promise<string> {
  const connection = await createConnection({ uri: server.replace(/^mariadb:/, "mysql:") });
  try {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  } finally {
    await connection.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
