import type { ServerConnection } from "../../private-parts/mysql2.js";

type Connection = Pick<ServerConnection, "query">;

const asked = new WeakMap<Connection, Promise<boolean>>();

/**
 * Whether a connection leads to a node of Galera, which each connection is asked once: a server may have become one since the
 * last connection was opened. A connection that does not tell is taken for one as long as it lives: asked
 * again, in a transaction that another node has ended, it would take the error that tells of the end.
 */
export function isGaleraNode(connection: Connection): Promise<boolean> {
  let answer = asked.get(connection);
  if (answer === undefined) asked.set(connection, (answer = ask(connection)));
  return answer;
}

const ask = (connection: Connection): Promise<boolean> =>
  new Promise((resolve) => {
    connection.query("SHOW VARIABLES LIKE 'wsrep_on'", (error, rows) => {
      resolve(error !== null || (rows as { Value: string }[]).some(({ Value }) => Value === "ON"));
    });
  });
