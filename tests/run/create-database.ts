import { randomBytes } from "node:crypto";
import { createConnection } from "mysql2/promise";

export interface TemporaryDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database with a random name on a MariaDB or MySQL server: empty, or filled by the script. */
export async function createDatabase(
  server: string,
  prefix: string,
  script: string | null = null,
): Promise<TemporaryDatabase> {
  const name = `${prefix}_${randomBytes(8).toString("hex")}`;
  const filled = script === null ? "" : `; USE ${name}; ${script}`;
  await run(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4${filled}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name}`) };
}

async function run(server: string, statements: string): Promise<void> {
  const uri = server.replace(/^mariadb:/, "mysql:");
  const connection = await createConnection({ uri, multipleStatements: true });
  try {
    await connection.query(statements);
  } finally {
    await connection.end();
  }
}
