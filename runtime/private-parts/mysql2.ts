import type { Socket } from "node:net";

type Done = (error: Error | null, result: unknown) => void;

/**
 * A connection of mysql2's pool with its callback interface. Its promises are not used, because they take a
 * stack trace for each statement.
 */
export interface ServerConnection {
  stream: Socket;
  format(sql: string, parameters: readonly unknown[]): string;
  query(sql: string, done: Done): void;
  /** Runs a statement, which the server keeps prepared for this connection. */
  execute(sql: string, parameters: readonly unknown[], done: Done): void;
  /** Returns the connection to the pool. */
  release(): void;
  destroy(): void;
}

export interface ServerPool {
  on(event: "connection", listener: (connection: ServerConnection) => void): void;
}

/** Returns whether a statement waits for the server's answer. */
export const isWaiting = (connection: ServerConnection): boolean =>
  // oxlint-disable-next-line no-underscore-dangle -- mysql2 has no other name for it
  Boolean((connection as { _command?: unknown })._command);
