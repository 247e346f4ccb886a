import type { ServerConnection } from "../../private-parts/mysql2.js";
import { leaveOutside } from "./cluster-errors.js";

type Connection = Pick<ServerConnection, "format" | "query" | "destroy">;

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** Who waits for its result; nobody in particular when it was sent `later`. */
  waiter?: Waiter;
  /** The span of one that was sent `later`; nobody waits for it. */
  span?: Waiter;
}

interface Waiter {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Written extends Statement {
  /** With its values. */
  text: string;
}

/** In characters. A server takes packets up to some size, so what is longer together goes one after the other. */
const MOST_TOGETHER = 256 * 1024;

export const START = "START TRANSACTION";

/**
 * The statements in their order, as many in a packet as it has room for. With `oneByOne` each has a packet of its own, for a
 * server that may go on with a packet although it has ended the transaction in the middle of it (ADR-0100). START stays with the
 * statement behind it: a transaction that has touched no row yet is ended by nobody.
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
 * The results of a packet, in the order of its statements. The driver's error does not tell which of them failed, so it
 * says which travelled together, as `statements`: texts without their values.
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
