import type { ServerConnection } from "../../private-parts/mysql2.js";

type Connection = Pick<ServerConnection, "query">;

const asked = new WeakMap<Connection, Promise<boolean>>();

/**
 * Tells whether a connection leads to a node of Galera. Each connection is asked once, since the server may have become a
 * node after an earlier connection was opened. A connection that answers with an error counts as a node for as long as it
 * lives. Asking again would be wrong: in a transaction that another node has ended, the question would receive the error
 * that reports the end.
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
