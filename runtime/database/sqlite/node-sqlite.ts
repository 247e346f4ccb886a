import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

type Row = Record<string, unknown>;

const bind = (value: unknown): SQLInputValue => {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value as SQLInputValue;
};

/**
 * Copies a row of node:sqlite, which has no prototype, into a plain object. Integers come as bigint, so that none overflows:
 * safe ones become numbers, and others become text.
 */
function plainRow(source: Row): Row {
  const row: Row = {};
  for (const key in source) {
    const value = source[key];
    if (typeof value === "bigint") {
      row[key] = Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    } else if (value instanceof Uint8Array) {
      row[key] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } else row[key] = value;
  }
  return row;
}

class Statement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
    statement.setReadBigInts(true);
  }

  all(...parameters: unknown[]): Row[] {
    return this.#statement.all(...parameters.map(bind)).map((row) => plainRow(row as Row));
  }

  get(...parameters: unknown[]): Row | undefined {
    const row = this.#statement.get(...parameters.map(bind));
    return row === undefined ? undefined : plainRow(row);
  }

  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number } {
    const result = this.#statement.run(...parameters.map(bind));
    return { changes: Number(result.changes), lastInsertRowid: Number(result.lastInsertRowid) };
  }
}

/**
 * The part of better-sqlite3's interface that TypeORM's driver needs, on Node's own SQLite, so that nothing is compiled or
 * downloaded (ADR-0003).
 */
export class NodeSqlite {
  readonly #database: DatabaseSync;

  constructor(file: string, options: { readonly?: boolean; timeout?: number } = {}) {
    this.#database = new DatabaseSync(file, {
      readOnly: options.readonly ?? false,
      timeout: options.timeout ?? 5000,
    });
  }

  prepare(sql: string): Statement {
    return new Statement(this.#database.prepare(sql));
  }

  pragma(sql: string): Row[] {
    return this.#database
      .prepare(`PRAGMA ${sql}`)
      .all()
      .map((row) => plainRow(row as Row));
  }

  exec(sql: string): this {
    this.#database.exec(sql);
    return this;
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Brings the commits of the embedded database to the disk. SQLite appends each commit to its write-ahead log, and with
 * `synchronous = NORMAL` it leaves to the operating system when the log is written: a power cut would undo commits that were
 * answered. With `FULL` SQLite would wait for the disk on the event loop. Here a thread of the runtime waits, and commits
 * that come meanwhile share the next write (ADR-0113).
 */
export class DurableCommits {
  readonly #log: string;
  #opened: Promise<FileHandle | null> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(databaseFile: string) {
    this.#log = `${databaseFile}-wal`;
  }

  /**
   * Resolves when everything that was committed before the call is on the disk. Once a write has failed, all later calls
   * throw its error: an operating system reports such a loss only once, so no later write proves anything.
   */
  written(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = null;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#writing.catch(() => {});
    const opened = await this.#opened?.catch(() => null);
    await opened?.close();
  }

  async #write(): Promise<void> {
    try {
      // SQLite keeps the same file for as long as a connection is open. Where a file system allows no such log, SQLite uses
      // another journal, and waits for the disk itself.
      this.#opened ??= open(this.#log, "r+").catch(orWithout);
      const log = await this.#opened;
      if (log === null) this.#opened = null;
      else await log.datasync();
    } catch (cause) {
      throw new Error(
        "The log of the embedded database could not be written to the disk. Nothing is saved until the disk works and Kiln is started again.",
        { cause },
      );
    }
  }
}

function orWithout(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
