import type { DataSource, EntityTarget, ObjectLiteral } from "typeorm";
import { type PlainColumn, type Table, tableOf } from "./table-of.js";

/** SQL with `?`, and the values for them as the driver takes them. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** The conversions of JSON values for a statement (`to`) and from a row (`from`). */
export const toJson = {
  to: (value: unknown) => (value === undefined || value === null ? value : JSON.stringify(value)),
  from: (value: unknown) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value),
};
/** The conversions of whole numbers, which a driver may give as text. */
export const toNumber = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};
/**
 * The conversions of booleans. A boolean stays one in a statement, since TypeORM's SQLite driver stores 0 for anything that
 * is not exactly `true`.
 */
export const toBoolean = {
  to: (value: unknown) => (value === null || value === undefined ? value : Boolean(value)),
  from: (value: unknown) => (value === null || value === undefined ? value : Boolean(Number(value))),
};

const isPlain = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * The statements of one table that nearly all callers need: read rows by equal columns, insert rows, change some columns.
 * The query builder is ten times slower at this, with a new SQL text for every number (docs/benchmarks.md). The methods
 * return null for values that are not plain, such as the operator `In(…)`; callers then use the query builder.
 */
export class Statements<E extends ObjectLiteral> {
  readonly #metadata: Table["metadata"];
  readonly #table: string;
  readonly #columns: readonly PlainColumn[];
  readonly #byProperty: ReadonlyMap<string, PlainColumn>;
  readonly #names: string;

  constructor(dataSource: DataSource, entity: EntityTarget<E>) {
    const { metadata, table, columns, names } = tableOf(dataSource, entity);
    this.#metadata = metadata;
    this.#table = table;
    this.#columns = columns;
    this.#names = names;
    this.#byProperty = new Map(columns.map((column) => [column.property, column]));
  }

  select(where: object, tail: string): Statement | null {
    const condition = this.#where(where);
    if (condition === null) return null;
    const filter = condition.sql === "" ? "" : ` WHERE ${condition.sql}`;
    return {
      sql: `SELECT ${this.#names} FROM ${this.#table}${filter}${tail}`,
      parameters: condition.parameters,
    };
  }

  /** Returns bounded statements that insert the rows in order, or null also when the rows do not fill the same columns. */
  insert(rows: readonly object[]): Statement[] | null {
    const values: unknown[][] = [];
    let names: string | null = null;
    for (const row of rows) {
      const given = this.#given(row);
      const own = given?.map(({ column }) => column.name).join(", ") ?? "";
      if (given === null || own === "" || (names !== null && names !== own)) return null;
      names = own;
      values.push(given.map(({ value }) => value));
    }
    if (names === null) return null;
    const start = `INSERT INTO ${this.#table} (${names}) VALUES `;
    const marks = `(${Array.from(values[0] ?? [], () => "?").join(", ")})`;
    return Array.from(rowChunks(values), (chunk) => ({
      sql: start + chunk.map(() => marks).join(", "),
      parameters: chunk.flat(),
    }));
  }

  update(where: object, set: object): Statement | null {
    const condition = this.#where(where);
    const changes = this.assignments(set);
    if (condition === null || condition.sql === "" || changes === null) return null;
    return {
      sql: `UPDATE ${this.#table} SET ${changes.sql} WHERE ${condition.sql}`,
      parameters: [...changes.parameters, ...condition.parameters],
    };
  }

  /** Returns the assignments that stand behind SET. */
  assignments(set: object): Statement | null {
    const given = this.#given(set);
    if (given === null || given.length === 0) return null;
    return {
      sql: given.map(({ column }) => `${column.name} = ?`).join(", "),
      parameters: given.map(({ value }) => value),
    };
  }

  delete(where: object): Statement | null {
    const condition = this.#where(where);
    if (condition === null || condition.sql === "") return null;
    return { sql: `DELETE FROM ${this.#table} WHERE ${condition.sql}`, parameters: condition.parameters };
  }

  /** Returns the statement that deletes rows and returns them as `select` would. MySQL has no RETURNING clause. */
  take(where: object): Statement | null {
    const statement = this.delete(where);
    return statement && { ...statement, sql: `${statement.sql} RETURNING ${this.#names}` };
  }

  /** Makes the entity of a row that `select` or `take` returned. */
  entity(row: Readonly<Record<string, unknown>>): E {
    const made = this.#metadata.create() as E;
    const values: Record<string, unknown> = made;
    for (const { property, from } of this.#columns)
      values[property] = from === null ? row[property] : from(row[property]);
    return made;
  }

  #where(where: object): Statement | null {
    const parts: string[] = [];
    const parameters: unknown[] = [];
    for (const [property, value] of Object.entries(where)) {
      const column = this.#byProperty.get(property);
      if (column === undefined || !isPlain(value)) return null;
      parts.push(`${column.name} = ?`);
      parameters.push(column.to === null ? value : column.to(value));
    }
    return { sql: parts.join(" AND "), parameters };
  }

  #given(row: object): { column: PlainColumn; value: unknown }[] | null {
    const given: { column: PlainColumn; value: unknown }[] = [];
    for (const [property, value] of Object.entries(row)) {
      const column = this.#byProperty.get(property);
      // A function stands for raw SQL, which only the query builder writes.
      if (column === undefined || typeof value === "function") return null;
      if (value !== undefined) given.push({ column, value: column.to === null ? value : column.to(value) });
    }
    return given;
  }
}

/** The most bytes of the values in a statement: a server refuses statements above its `max_allowed_packet`. */
const MOST_BYTES = 2 ** 20;
/** The most values of a statement; SQLite takes 32,766. */
const MOST_VALUES = 10_000;

/** Yields the values of rows in their order, in chunks of as many rows as a statement takes, at least one. */
export function* rowChunks(rows: readonly (readonly unknown[])[]): Generator<(readonly unknown[])[]> {
  let chunk: (readonly unknown[])[] = [];
  let bytes = 0;
  let values = 0;
  for (const row of rows) {
    const own = row.reduce<number>((sum, value) => sum + mostBytes(value), 0);
    if (chunk.length > 0 && (bytes + own > MOST_BYTES || values + row.length > MOST_VALUES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
      values = 0;
    }
    chunk.push(row);
    bytes += own;
    values += row.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** Returns the most bytes of a value in a statement: two for a quote, three for another character, two for a byte in hex. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return value.length * 3;
  return value instanceof Uint8Array ? value.length * 2 : 24;
}

const known = new WeakMap<DataSource, Map<unknown, unknown>>();

/** Returns the statements of an entity's table, which are made once for each data source. */
export function statementsOf<E extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<E>,
): Statements<E> {
  let ofSource = known.get(dataSource);
  if (ofSource === undefined) known.set(dataSource, (ofSource = new Map()));
  let statements = ofSource.get(entity) as Statements<E> | undefined;
  if (statements === undefined) ofSource.set(entity, (statements = new Statements(dataSource, entity)));
  return statements;
}
