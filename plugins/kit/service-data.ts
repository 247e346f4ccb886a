/** The type of a column's values; each database has its own type for it. */
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

/** The fields that rows of every entity have. */
export interface ServiceRow {
  id: string;
}

declare const ROW: unique symbol;

/** A table of a service; its primary key is `id`, of the type `id` or `key`. */
export interface ServiceEntity<Row extends ServiceRow = ServiceRow> {
  /** `x_<service>_` and a name of lower-case letters, digits and underscores; at most 60 characters. */
  table: string;
  columns: ServiceColumns;
  readonly [ROW]?: Row;
}

/** Returns an entity, with the type of its rows. */
export const defineEntity = <Row extends ServiceRow>(entity: {
  table: string;
  columns: { [K in keyof Row]: ServiceColumns[string] };
}): ServiceEntity<Row> => entity;

/**
 * Conditions by column: a value to equal, or one of TypeORM's operators in `kit.where`. No value may be
 * undefined or null.
 */
export type ServiceWhere<Row> = { [K in keyof Row]?: unknown };

export interface ServiceFind<Row> {
  order?: { [K in keyof Row]?: "ASC" | "DESC" };
  /** The most rows: at most 1,000, which is also the default. */
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

/**
 * A transaction. Its callback may run several times, and may await nothing but the transaction's own verbs.
 */
export interface ServiceTx extends ServiceReads {
  /** Reads a row and locks it until the transaction ends. */
  lock<Row extends ServiceRow>(entity: ServiceEntity<Row>, where: ServiceWhere<Row>): Promise<Row | null>;
  /**
   * Inserts rows. Throws an error for which `kit.isTaken(error)` is true when a key or unique index has a row
   * already.
   */
  insert<Row extends ServiceRow>(entity: ServiceEntity<Row>, row: Row | readonly Row[]): Promise<void>;
  /** Changes rows and resolves to their number. `where` names at least one column. */
  update<Row extends ServiceRow>(
    entity: ServiceEntity<Row>,
    where: ServiceWhere<Row>,
    set: Partial<Row>,
  ): Promise<number>;
  /** Adds a whole number to a column without reading it first, and resolves to the number of rows changed. */
  increment<Row extends ServiceRow>(
    entity: ServiceEntity<Row>,
    where: ServiceWhere<Row>,
    column: keyof Row & string,
    by: number,
  ): Promise<number>;
  delete<Row extends ServiceRow>(entity: ServiceEntity<Row>, where: ServiceWhere<Row>): Promise<number>;
  /**
   * Records the id of what the request's `Idempotency-Key` made; call it before the first insert. Without a
   * key it does nothing.
   */
  made(id: string): Promise<void>;
}

/** Access to the service's own tables, and to no others. */
export interface ServiceData extends ServiceReads {
  /** Runs a transaction, which is the only way to write. After 3 seconds it is rolled back. */
  transact<T>(work: (tx: ServiceTx) => Promise<T>): Promise<T>;
}

/**
 * The verbs by which a migration changes tables. A migration that died half way runs again from its
 * beginning, so the verbs do nothing where their work is done already; a statement of `run` must be
 * repeatable by itself.
 */
export interface ServiceSchema {
  /** Makes a table unless it is there. */
  createTable(
    table: string,
    columns: ServiceColumns,
    indices?: readonly { name: string; columns: readonly string[]; unique?: boolean }[],
  ): Promise<void>;
  /** Adds a column unless it is there. It is nullable, and null in the rows that exist. */
  addColumn(table: string, column: string, type: ServiceColumnType): Promise<void>;
  /** Adds an index unless it is there. Its name begins with `x_<service>_`. */
  addIndex(
    table: string,
    index: { name: string; columns: readonly string[]; unique?: boolean },
  ): Promise<void>;
  /**
   * Runs any other statement, in the common subset of SQLite, MySQL and MariaDB; parameters are `?`. Kiln
   * does not check it: the migration must name no tables but those of its service.
   */
  run(sql: string, parameters?: readonly unknown[]): Promise<void>;
}

export interface ServiceMigration {
  /** A slug that is unique in the service and never changes; migrations that ran are known by it. */
  name: string;
  up(schema: ServiceSchema): Promise<void>;
}
