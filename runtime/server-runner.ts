import { type DataSource, QueryFailedError, QueryResult, type QueryRunner } from "typeorm";
import { MysqlQueryRunner } from "typeorm/driver/mysql/MysqlQueryRunner.js";

/** What we use of a connection of mysql2; not its promises, which take a stack trace for each statement. */
interface Connection {
  format(sql: string, parameters: readonly unknown[]): string;
  query(sql: string, done: (error: Error | null, result: unknown) => void): void;
}

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

const START = "START TRANSACTION";

/** In characters. A server takes packets up to some size, so what is longer together goes one after the other. */
const MOST_TOGETHER = 256 * 1024;

/**
 * A caller's connection to a server. A statement whose outcome nobody waits for travels with the next one, in one packet
 * (decision 11). The server runs them in their order and stops at the first that fails; its error is thrown to whom waits
 * for the last. So the first statement of a transaction takes its START along, and the last ones their COMMIT.
 */
export class ServerRunner extends MysqlQueryRunner {
  #waiting: Statement[] = [];

  /** Sends a statement with the next one. */
  later(sql: string, parameters: readonly unknown[]): void {
    this.#waiting.push({ sql, parameters });
  }

  override async query(
    sql: string,
    parameters: readonly unknown[] = [],
    isStructured = false,
  ): Promise<unknown> {
    if (sql === START) return this.later(sql, parameters);
    const before = this.#waiting;
    this.#waiting = [];
    if (sql !== "ROLLBACK") return this.#send([...before, { sql, parameters }], isStructured);
    // a transaction that was not begun yet has nothing to take back
    if (before[0]?.sql !== START) await this.#send([{ sql, parameters }], isStructured);
  }

  /** Gives the result of the last one. */
  async #send(statements: readonly Statement[], isStructured: boolean): Promise<unknown> {
    const connection = (await this.connect()) as Connection;
    try {
      const packets = together(connection, statements);
      for (const packet of packets.slice(0, -1)) await answer(connection, packet);
      const last = packets.at(-1) ?? [];
      const given = await answer(connection, last);
      const raw = last.length === 1 ? given : (given as unknown[]).at(-1);
      return isStructured ? structured(raw) : raw;
    } catch (error) {
      throw new QueryFailedError(statements.map(({ sql }) => sql).join("; "), [], error as Error);
    }
  }
}

/** Statements with their values, by packets. */
function together(connection: Connection, statements: readonly Statement[]): string[][] {
  const packets: string[][] = [];
  let room = 0;
  for (const { sql, parameters } of statements) {
    // The server would take a second statement for one of ours: texts never have one, whatever the values are.
    if (sql.includes(";")) throw new Error(`A statement with a semicolon: ${sql}`);
    const text = connection.format(sql, parameters);
    if (text.length > room) packets.push([]);
    packets.at(-1)?.push(text);
    room = (text.length > room ? MOST_TOGETHER : room) - text.length;
  }
  return packets;
}

const answer = (connection: Connection, packet: readonly string[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(packet.join(";"), (error, result) => (error ? reject(error) : resolve(result)));
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
