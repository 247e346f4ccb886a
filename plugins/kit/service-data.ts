/** What a column holds; each database has the fitting type for it. */
export type ServiceColumnType =
  /** A UUID or slug in ASCII, up to 64 characters. */
  | "id"
  /** Exact text of up to 191 characters, for unique keys. */
  | "key"
  /** Exact text of up to 320 characters. */
  | "text"
  /** Exact text of any length. */
  | "longText"
  /** Any JSON value. */
  | "json"
  /** Bytes of any length. */
  | "blob"
  | "flag"
  /** A whole number within 32 bits. */
  | "int"
  /** A whole number within 2^53. */
  | "big"
  /** Milliseconds since the epoch. */
  | "at";

export type ServiceColumns = Readonly<
  Record<string, ServiceColumnType | { type: ServiceColumnType; nullable?: boolean }>
>;

/** What rows of every entity have. */
export interface ServiceRow {
  id: string;
}

declare const ROW: unique symbol;

/** A table of a service. Its primary key is `id`. */
export interface ServiceEntity<Row extends ServiceRow = ServiceRow> {
  /** `x_<service>_` and a name of lower-case letters, digits and underscores. */
  table: string;
  columns: ServiceColumns;
  readonly [ROW]?: Row;
}

/** Gives an entity the type of its rows. */
export const defineEntity = <Row extends ServiceRow>(entity: {
  table: string;
  columns: { [K in keyof Row]: ServiceColumns[string] };
}): ServiceEntity<Row> => entity;

/** Rows by equal columns, or by TypeORM's operators as `kit.where` has them; no value may be undefined. */
export type ServiceWhere<Row> = { [K in keyof Row]?: unknown };

export interface ServiceFind<Row> {
  order?: { [K in keyof Row]?: "ASC" | "DESC" };
  /** At most 1000, which is also the default. */
  limit?: number;
  offset?: number;
}

export interface ServiceReads {
  find<Row extends ServiceRow>(
    entity: ServiceEntity<Row>,
    where?: ServiceWhere<Row>,
    options?: ServiceFind<Row>,
  ): Promise<Row[]>;
  findOne<Row extends ServiceRow>(entity: ServiceEntity<Row>, where: ServiceWhere<Row>): Promise<Row | null>;
  count<Row extends ServiceRow>(entity: ServiceEntity<Row>, where?: ServiceWhere<Row>): Promise<number>;
}

/** A transaction; its callback may run twice. Nothing but its own verbs may be awaited in it. */
export interface ServiceTx extends ServiceReads {
  /** Reads a row and keeps others from changing it until the end. */
  lock<Row extends ServiceRow>(entity: ServiceEntity<Row>, where: ServiceWhere<Row>): Promise<Row | null>;
  /** Throws when a unique index has the row's key already: `kit.isTaken(error)` tells. */
  insert<Row extends ServiceRow>(entity: ServiceEntity<Row>, row: Row | readonly Row[]): Promise<void>;
  /** The number of rows changed. `where` names at least one column. */
  update<Row extends ServiceRow>(
    entity: ServiceEntity<Row>,
    where: ServiceWhere<Row>,
    set: Partial<Row>,
  ): Promise<number>;
  /** Adds to a number without reading it first; the number of rows changed. */
  increment<Row extends ServiceRow>(
    entity: ServiceEntity<Row>,
    where: ServiceWhere<Row>,
    column: keyof Row & string,
    by: number,
  ): Promise<number>;
  delete<Row extends ServiceRow>(entity: ServiceEntity<Row>, where: ServiceWhere<Row>): Promise<number>;
  /** Notes under the request's `Idempotency-Key` what it made; call it before the first insert. Without a key it does nothing. */
  made(id: string): Promise<void>;
}

/** The service's own tables, and no others. */
export interface ServiceData extends ServiceReads {
  /** The only way to write. It lasts 3 s at most, then it is rolled back. */
  transact<T>(work: (tx: ServiceTx) => Promise<T>): Promise<T>;
}

/** What a migration changes tables with. Every verb may be repeated: a migration that died half way runs again. */
export interface ServiceSchema {
  /** Makes a table unless it is there. */
  createTable(
    table: string,
    columns: ServiceColumns,
    indices?: readonly { name: string; columns: readonly string[]; unique?: boolean }[],
  ): Promise<void>;
  /** Adds a column unless it is there. It is nullable: rows that are there have none of it. */
  addColumn(table: string, column: string, type: ServiceColumnType): Promise<void>;
  /** Adds an index unless it is there. Its name begins as the table's does. */
  addIndex(
    table: string,
    index: { name: string; columns: readonly string[]; unique?: boolean },
  ): Promise<void>;
  /**
   * Any other statement, in the common subset of SQLite, MySQL and MariaDB; parameters are `?`. It is not read: naming no
   * table but its own is up to the migration.
   */
  run(sql: string, parameters?: readonly unknown[]): Promise<void>;
}

export interface ServiceMigration {
  /** Unique in the service and never changed: what ran is known by it. */
  name: string;
  up(schema: ServiceSchema): Promise<void>;
}
