import { QueryFailedError } from "typeorm";
import type { Kiln } from "../../start.js";
import { startKiln } from "./start-kiln.js";
import { TcpProxy } from "./tcp-proxy.js";
import { testDatabaseUrl } from "./test-database.js";

const failed = (error: object): Error =>
  new QueryFailedError("COMMIT", [], Object.assign(new Error("the database is away"), error));

/** The error of a connection that broke behind the COMMIT. */
const lostAnswer = (): Error => failed({ code: "PROTOCOL_CONNECTION_LOST", fatal: true });
/** The error of an embedded file on a full disk. */
const fullDisk = (): Error => failed({ code: "ERR_SQLITE_ERROR", errcode: 13 });

export interface Outage {
  kiln: Kiln;
  /** Takes the database away: a server's connections break and new ones are refused; an embedded file cannot be written. */
  begin(): Promise<void>;
  /** From now on each transaction is committed, and its caller is told that the connection was lost. */
  loseAnswers(): void;
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a process whose database a test may take away. */
export async function startWithOutages(): Promise<Outage> {
  const server = await testDatabaseUrl();
  const proxy = server.url === undefined ? null : new TcpProxy(server.url);
  await proxy?.open();
  const kiln = await startKiln(proxy === null ? {} : { DATABASE_URL: proxy.url });
  let now: "well" | "full" | "mute" = "well";
  const { host } = kiln;
  const { transact } = host;
  host.transact = async (work) => {
    if (now === "full") throw fullDisk();
    const result = await transact.call(host, work);
    if (now === "mute") throw lostAnswer();
    return result as never;
  };
  return {
    kiln,
    async begin() {
      if (proxy === null) now = "full";
      else await proxy.cut();
    },
    loseAnswers: () => void (now = "mute"),
    async end() {
      now = "well";
      if (proxy !== null && proxy.isCut) await proxy.open();
    },
    async stop() {
      await kiln.stop();
      await proxy?.cut();
      await server.drop();
    },
  };
}
