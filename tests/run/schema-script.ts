import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { migrate } from "../../runtime/database/migrate.js";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { createDatabase } from "./create-database.js";

/**
 * Migrates one database on the server and writes a script that makes an equal one: the tables, and the rows that migrations wrote,
 * with their own list. Making a database by the script takes a sixth of the time of the migrations. Returns the script's path.
 */
export async function writeSchemaScript(server: string, folder: string): Promise<string> {
  const { url, drop } = await createDatabase(server, "kiln_schema");
  try {
    const database = await openDatabase({
      url,
      dataDir: folder,
      entities: ENTITIES,
      migrations: MIGRATIONS,
    });
    await migrate(database);
    await database.close();
    const path = join(folder, "schema.sql");
    writeFileSync(path, await scriptOf(url));
    return path;
  } finally {
    await drop();
  }
}

async function scriptOf(url: string): Promise<string> {
  const connection = await createConnection({ uri: url.replace(/^mariadb:/, "mysql:") });
  const query = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];
  try {
    const script = ["SET foreign_key_checks = 0"];
    for (const row of await query("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")) {
      const name = connection.escapeId(String(Object.values(row)[0]));
      const [made] = await query(`SHOW CREATE TABLE ${name}`);
      script.push(String(made?.["Create Table"]));
      for (const values of await query(`SELECT * FROM ${name}`))
        script.push(connection.format(`INSERT INTO ${name} SET ?`, [values]));
    }
    script.push("SET foreign_key_checks = 1");
    return script.join(";\n");
  } finally {
    await connection.end();
  }
}
