import type { ServerConnection } from "../../private-parts/mysql2.js";
import { leaveOutside } from "./cluster-errors.js";

type Connection = Pick<ServerConnection, "format" | "query" | "destroy">;

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** The caller that waits for the result; absent for a statement that was sent with `later`. */
  waiter?: Waiter;
  /** The tracing span of a statement that was sent with `later`, for which no caller waits. */
  span?: Waiter;
}

interface Waiter {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Written extends Statement {
  /** The SQL text with its values. */
  text: string;
}

/**
 * The most characters of statements that go into one packet. A server limits the size of a packet, so longer groups are sent
 * one packet after the other.
 */
const MOST_TOGETHER = 256 * 1024;

export const START = "START TRANSACTION";

/**
 * Groups the statements into packets, in their order, with as many in a packet as it has room for. With `oneByOne` each
 * statement gets a packet of its own, for a server that may run the rest of a packet although it has ended the transaction
 * in the middle of it (ADR-0100). START stays in one packet with the statement behind it, since no server ends a transaction
 * that has touched no row yet.
 */
export function packetsOf(
  connection: Connection,
  statements: readonly Statement[],
  { oneByOne }: { oneByOne: boolean },
): Written[][] {
  const packets: Written[][] = [];
  let room = 0;
  for (const statement of statements) {
    const text = connection.format(statement.sql, statement.parameters);
    const isApart = oneByOne && packets.at(-1)?.at(-1)?.sql !== START;
    if (isApart || text.length > room) {
      packets.push([]);
      room = Math.max(MOST_TOGETHER, text.length);
    }
    packets.at(-1)?.push({ ...statement, text });
    room -= text.length;
  }
  return packets;
}

/**
 * Sends a packet and returns the results in the order of its statements. The driver's error does not tell which statement
 * failed, so the error gets the texts of all statements of the packet, without their values, as `statements`.
 */
export const exchange = (connection: Connection, packet: readonly Written[]): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    connection.query(packet.map(({ text }) => text).join(";"), (error, result) => {
      if (error) {
        leaveOutside(connection, error);
        reject(Object.assign(error, { statements: packet.map(({ sql }) => sql) }));
      } else resolve(packet.length === 1 ? [result] : (result as unknown[]));
    });
  });
