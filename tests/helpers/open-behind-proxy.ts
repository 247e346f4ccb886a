import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { type Database, openDatabase } from "../../runtime/database/database.js";
import { TcpProxy } from "./tcp-proxy.js";

export interface BehindProxy {
  database: Database;
  proxy: TcpProxy;
  close(): Promise<void>;
}

/** Opens a server's database through a proxy that the test may cut. The schema stays as it is. */
export async function openBehindProxy(url: string): Promise<BehindProxy> {
  const proxy = new TcpProxy(url);
  await proxy.open();
  const database = await openDatabase({
    url: proxy.url,
    dataDir: "",
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
  return {
    database,
    proxy,
    async close() {
      await database.close();
      await proxy.cut();
    },
  };
}
