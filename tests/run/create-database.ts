import { randomBytes } from "node:crypto";
import { createConnection } from "mysql2/promise";

export interface TemporaryDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A fresh, empty database on a MariaDB or MySQL server, under a random name. */
export async function createDatabase(server: string, prefix: string): Promise<TemporaryDatabase> {
  const name = `${prefix}_${randomBytes(8).toString("hex")}`;
  await run(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name}`) };
}

async function run(server: string, statement: string): Promise<void> {
  const connection = await createConnection({ uri: server.replace(/^mariadb:/, "mysql:") });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
