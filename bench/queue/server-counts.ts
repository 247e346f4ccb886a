import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import type { PacketCounts } from "./packet-counts.js";

export interface Counts {
  /** Number of statements of every kind, including those that begin and end transactions. */
  statements: number;
  /** Number of commits and rollbacks that were sent. A statement outside of a transaction counts as none. */
  transactions: number;
  /** Number of round trips to the database, of one or several statements each. 0 where nothing counts them. */
  packets: number;
}

/** Reads a server's own counters of each kind of statement since its start, for all clients. */
export class ServerCounts {
  readonly #connection: Connection;
  readonly #packets: PacketCounts | null;

  private constructor(connection: Connection, packets: PacketCounts | null) {
    this.#connection = connection;
    this.#packets = packets;
  }

  static async open(url: string, packets: PacketCounts | null): Promise<ServerCounts> {
    return new ServerCounts(await createConnection(url.replace(/^mariadb:/, "mysql:")), packets);
  }

  async read(): Promise<Counts> {
    const counted = await this.#query<{ Variable_name: string; Value: string }>(
      "SHOW GLOBAL STATUS LIKE 'Com\\_%'",
    );
    const counts = { statements: 0, transactions: 0, packets: (await this.#packets?.read()) ?? 0 };
    for (const { Variable_name: name, Value: value } of counted) {
      // The first is the bench's own question, and a prepared statement is counted by its own kind as well.
      if (name === "Com_show_status" || name === "Com_stmt_execute") continue;
      counts.statements += Number(value);
      if (name === "Com_commit" || name === "Com_rollback") counts.transactions += Number(value);
    }
    return counts;
  }

  /** Waits until no job is under way and no file waits to be examined. Returns the number of questions that this took. */
  async untilIdle(): Promise<number> {
    for (let asked = 1; ; asked += 1) {
      const rows = await this.#query<{ n: number }>(
        "SELECT COUNT(*) AS n FROM tasks WHERE queue LIKE 'generation.image%' OR queue = 'storage.thumb'",
      );
      if (Number(rows[0]?.n) === 0) return asked;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Returns the time in ms from the first submission to the last end among the newest jobs. Throws when one of them failed. */
  async spanOf(count: number): Promise<number> {
    const rows = await this.#query<{ status: string; createdAt: number; completedAt: number }>(
      `SELECT status, createdAt, completedAt FROM generation_jobs ORDER BY id DESC LIMIT ${count}`,
    );
    const wrong = rows.find(({ status }) => status !== "succeeded");
    if (wrong !== undefined) throw new Error(`A job ${wrong.status}.`);
    const began = Math.min(...rows.map(({ createdAt }) => Number(createdAt)));
    return Math.max(...rows.map(({ completedAt }) => Number(completedAt))) - began;
  }

  close(): Promise<void> {
    return this.#connection.end();
  }

  async #query<R>(sql: string): Promise<R[]> {
    const [rows] = await this.#connection.query<RowDataPacket[]>(sql);
    return rows as R[];
  }
}
