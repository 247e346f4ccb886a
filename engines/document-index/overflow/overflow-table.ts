import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { foldCase } from "../fold-case.js";
import type { IndexPlan } from "../index-plan.js";
import { asBuffer } from "../memory.js";
import type { DocumentChange, DocumentRow, IndexPage, IndexQuery } from "../interface.js";
import type { Decode, IndexedRow } from "../decoder.js";
import { bytesFinder } from "../find-bytes.js";
import { CONTAINS_LONG, foldedColumn, type SqlValue, SqlWriter, valueColumn } from "./condition-sql.js";

/** Bytes of SQLite's page cache. */
export const CACHE_BYTES = 16 * 2 ** 20;

/**
 * The pragmas trade durability for speed: a lost file is loaded again from the store of record. Without a
 * journal nothing but the file itself is in the folder.
 */
const PRAGMAS = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -${CACHE_BYTES / 1024};`;

/** The documents of a type in a private SQLite file, with the same answers as in memory. */
export class OverflowTable {
  readonly #plan: IndexPlan;
  readonly #decode: Decode;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  /** Finds the long texts of the query that is running, by their numbers. */
  #finders: ReturnType<typeof bytesFinder>[] = [];

  constructor(plan: IndexPlan, file: string, decode: Decode) {
    this.#plan = plan;
    this.#decode = decode;
    this.#file = file;
    // A defensive connection ignores `journal_mode = OFF` and keeps its journal as a second file.
    this.#database = new DatabaseSync(file, { defensive: false });
    this.#database.exec(PRAGMAS);
    this.#database.function(CONTAINS_LONG, (text, sought) => this.#containsLong(text, sought));
    const columns = columnsOf(plan);
    const definitions = columns.map(({ name, type }) => `${name} ${type}`);
    this.#database.exec(
      `CREATE TABLE documents (${["id TEXT PRIMARY KEY", "version INTEGER", ...definitions].join()}) WITHOUT ROWID`,
    );
    this.#remove();
    const marks = ["?", "?", ...columns.map(() => "?")].join();
    this.#insert = this.#database.prepare(`INSERT OR REPLACE INTO documents VALUES (${marks})`);
    this.#delete = this.#database.prepare("DELETE FROM documents WHERE id = ?");
  }

  /**
   * Removes the file while it is open, where the system allows that, so that it goes with the process however
   * that ends.
   */
  #remove(): void {
    try {
      rmSync(this.#file, { force: true });
    } catch {
      // On other systems the file is removed when it is closed.
    }
  }

  /** Returns 1 where the bytes contain the long text with this number, else 0; NULL where there is no text. */
  #containsLong(text: unknown, sought: unknown): number | null {
    const find = this.#finders[Number(sought)];
    if (!(text instanceof Uint8Array) || find === undefined) return null;
    return Number(find(asBuffer(text), 0) !== -1);
  }

  apply(changes: readonly DocumentChange[]): void {
    this.#database.exec("BEGIN");
    for (const { id, row } of changes) {
      if (row === null) this.#delete.run(id);
      else this.#write(row);
    }
    this.#database.exec("COMMIT");
  }

  #write(row: DocumentRow): void {
    const read = this.#decode(this.#plan, row);
    this.#insert.run(read.id, read.version, ...valuesOf(this.#plan, read));
  }

  /** Makes an index for each field that reads the same in every locale, after the first documents. */
  addIndexes(): void {
    this.#plan.fields.forEach((field, at) => {
      if (field.locales !== null || field.isPresenceOnly) return;
      this.#database.exec(`CREATE INDEX i${at} ON documents (${valueColumn(at, 0)})`);
    });
  }

  query(query: IndexQuery): IndexPage {
    try {
      return this.#query(query);
    } finally {
      this.#finders = [];
    }
  }

  #query({ where, sort, limit, offset, chain }: IndexQuery): IndexPage {
    const writer = new SqlWriter(this.#plan, chain);
    const { text, values } = writer.condition(where);
    this.#finders = writer.longTexts.map(bytesFinder);
    const { total } = this.#database
      .prepare(`SELECT count(*) AS total FROM documents WHERE ${text}`)
      .get(...values) as { total: number };
    if (offset >= total) return { ids: [], versions: [], total };
    const rows = this.#database
      .prepare(
        `SELECT id, version FROM documents WHERE ${text} ORDER BY ${writer.order(sort)} LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset) as { id: string; version: number }[];
    return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version), total };
  }

  close(): void {
    this.#database.close();
    this.#remove();
  }
}

/** Lists the value columns, and for texts the folded columns, in the order of `valuesOf`. */
function columnsOf(plan: IndexPlan): { name: string; type: string }[] {
  return plan.fields.flatMap(({ kind, locales, isPresenceOnly }, at) =>
    (locales ?? [null]).flatMap((_, slot) => {
      if (kind !== "text" || isPresenceOnly) return [{ name: valueColumn(at, slot), type: "REAL" }];
      return [valueColumn(at, slot), foldedColumn(at, slot)].map((name) => ({ name, type: "TEXT" }));
    }),
  );
}

function valuesOf(plan: IndexPlan, { values }: IndexedRow): SqlValue[] {
  return plan.fields.flatMap(({ kind, isPresenceOnly }, at): SqlValue[] => {
    const value = values[at] ?? null;
    if (kind === "text" && !isPresenceOnly)
      return (value as readonly (string | null)[]).flatMap((text) => [
        text,
        text === null ? null : foldCase(text),
      ]);
    if (Array.isArray(value)) return value.map((isThere) => (isThere === true ? 1 : null));
    if (typeof value === "boolean") return [Number(value)];
    return [typeof value === "number" && !Number.isNaN(value) ? value : null];
  });
}
