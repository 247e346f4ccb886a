import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import type { PacketCounts } from "./packet-counts.js";

export interface Counts {
  /** Of every kind, those that begin and end transactions among them. */
  statements: number;
  /** Commits and rollbacks that were asked for; a statement outside of any transaction is none. */
  transactions: number;
  /** Ways to the database, of one statement or several each; where nobody counts them, 0. */
  packets: number;
}

/** What a server did for everybody since it started, its own counters of each kind of statement. */
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
      // The bench's own question; and a statement that is run prepared is counted as what it is as well.
      if (name === "Com_show_status" || name === "Com_stmt_execute") continue;
      counts.statements += Number(value);
      if (name === "Com_commit" || name === "Com_rollback") counts.transactions += Number(value);
    }
    return counts;
  }

  /** Waits until no job is under way and no file waits to be looked at; gives the number of questions that took. */
  async untilIdle(): Promise<number> {
    for (let asked = 1; ; asked += 1) {
      const rows = await this.#query<{ n: number }>(
        "SELECT COUNT(*) AS n FROM tasks WHERE queue LIKE 'generation.image%' OR queue = 'storage.thumb'",
      );
      if (Number(rows[0]?.n) === 0) return asked;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** From the first submission to the last end among the newest jobs, in ms. Throws when one of them failed. */
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
