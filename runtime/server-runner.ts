import {
  type DataSource,
  QueryFailedError,
  QueryResult,
  type QueryRunner,
  QueryRunnerAlreadyReleasedError,
} from "typeorm";
import { MysqlQueryRunner } from "typeorm/driver/mysql/MysqlQueryRunner.js";

/** What we use of a connection of mysql2; not its promises, which take a stack trace for each statement. */
interface Connection {
  format(sql: string, parameters: readonly unknown[]): string;
  query(sql: string, done: (error: Error | null, result: unknown) => void): void;
}

interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** Who waits for its result; nobody in particular when it was sent `later`. */
  waiter?: { resolve(result: unknown): void; reject(error: unknown): void };
}

const START = "START TRANSACTION";

/** In characters. A server takes packets up to some size, so what is longer together goes one after the other. */
const MOST_TOGETHER = 256 * 1024;

/**
 * A caller's connection to a server. Statements that nobody waits for travel with the next one, and those that are asked
 * for in the same turn travel together, in one packet (decision 11). The server runs them in their order and stops at the
 * first that fails; all who wait are told its error. So the first statement of a transaction takes its START along,
 * and the last ones their COMMIT, which nothing that failed gets to.
 */
export class ServerRunner extends MysqlQueryRunner {
  #waiting: Statement[] = [];
  #isDue = false;

  /** Sends a statement with the next one. */
  later(sql: string, parameters: readonly unknown[]): void {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    this.#waiting.push({ sql: single(sql), parameters });
  }

  override async query(
    sql: string,
    parameters: readonly unknown[] = [],
    isStructured = false,
  ): Promise<unknown> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    if (sql === START) return this.later(sql, parameters);
    if (sql === "ROLLBACK") {
      const [first] = this.#waiting;
      this.#waiting = [];
      // a transaction that was not begun yet has nothing to take back
      if (first?.sql === START) return;
    }
    try {
      const raw = await this.#answer(single(sql), parameters);
      return isStructured ? structured(raw) : raw;
    } catch (error) {
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  }

  #answer(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sql, parameters, waiter: { resolve, reject } });
      if (this.#isDue) return;
      this.#isDue = true;
      queueMicrotask(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    this.#isDue = false;
    const statements = this.#waiting;
    this.#waiting = [];
    try {
      const connection = (await this.connect()) as Connection;
      const { logger } = this.driver.dataSource;
      for (const { sql, parameters } of statements) logger.logQuery(sql, [...parameters], this as never);
      for (const packet of packetsOf(connection, statements)) {
        const results = await exchange(connection, packet);
        packet.forEach(({ waiter }, at) => waiter?.resolve(results[at]));
      }
    } catch (error) {
      for (const { waiter } of statements) waiter?.reject(error);
    }
  }
}

/** The server would take a second statement for one of ours: a text holds one, whatever the values are. */
function single(sql: string): string {
  if (sql.includes(";")) throw new Error(`A statement with a semicolon: ${sql}`);
  return sql;
}

interface Written extends Statement {
  /** With its values. */
  text: string;
}

function packetsOf(connection: Connection, statements: readonly Statement[]): Written[][] {
  const packets: Written[][] = [];
  let room = 0;
  for (const statement of statements) {
    const text = connection.format(statement.sql, statement.parameters);
    if (text.length > room) packets.push([]);
    packets.at(-1)?.push({ ...statement, text });
    room = (text.length > room ? MOST_TOGETHER : room) - text.length;
  }
  return packets;
}

/** The results of a packet, in the order of its statements. */
const exchange = (connection: Connection, packet: readonly Written[]): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    connection.query(packet.map(({ text }) => text).join(";"), (error, result) => {
      if (error) reject(error);
      else resolve(packet.length === 1 ? [result] : (result as unknown[]));
    });
  });

/** As the query builder takes it. */
function structured(raw: unknown): QueryResult {
  const result = new QueryResult();
  result.raw = raw;
  if (Array.isArray(raw)) result.records = raw;
  else result.affected = (raw as { affectedRows: number }).affectedRows;
  return result;
}

/** Gives every caller such a connection. Call it before the data source is initialised. */
export function sendTogether(dataSource: DataSource): void {
  const { driver } = dataSource;
  driver.createQueryRunner = (mode): QueryRunner =>
    new ServerRunner(driver as never, mode) as unknown as QueryRunner;
}
