import type { DataSource, EntityTarget, ObjectLiteral } from "typeorm";
import { placeholders, rowChunks } from "./placeholders.js";

/** SQL with `?` and what stands for each of them, as the driver takes it. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

interface PlainColumn {
  property: string;
  /** Escaped for the dialect. */
  name: string;
  to(value: unknown): unknown;
  from(value: unknown): unknown;
}

const same = (value: unknown): unknown => value;
const isPlain = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * The statements of one table, for what nearly all callers ask: rows by equal columns, a row in, some
 * columns changed. The query builder does the same ten times slower, with a new SQL text for every
 * number (docs/benchmarks.md). What is not plain, operators as `In(…)` for one, gives null and goes there.
 */
export class Statements<E extends ObjectLiteral> {
  readonly #make: () => E;
  readonly #table: string;
  readonly #columns: readonly PlainColumn[];
  readonly #byProperty: ReadonlyMap<string, PlainColumn>;
  readonly #names: string;

  constructor(dataSource: DataSource, entity: EntityTarget<E>) {
    const metadata = dataSource.getMetadata(entity);
    const escape = (name: string) => dataSource.driver.escape(name);
    this.#make = () => metadata.create() as E;
    this.#table = escape(metadata.tableName);
    this.#columns = metadata.columns.map(({ propertyName, databaseName, transformer }) => {
      if (Array.isArray(transformer))
        throw new Error(`${metadata.name}.${propertyName} has two transformers.`);
      return {
        property: propertyName,
        name: escape(databaseName),
        to: (value) => (transformer ? transformer.to(value) : value),
        from: transformer ? (value) => transformer.from(value) : same,
      };
    });
    this.#byProperty = new Map(this.#columns.map((column) => [column.property, column]));
    const names = metadata.columns.map(({ propertyName, databaseName }) =>
      propertyName === databaseName
        ? escape(databaseName)
        : `${escape(databaseName)} AS ${escape(propertyName)}`,
    );
    this.#names = names.join(", ");
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

  /** The rows in their order, in statements of bounded size. Null also when they do not fill the same columns. */
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
    return Array.from(rowChunks(values), (chunk) => ({
      sql: start + chunk.map((row) => `(${placeholders(row)})`).join(", "),
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

  /** What stands behind SET. */
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

  /** Deletes rows and answers with them, as `select` would have; MariaDB has the clause, MySQL has not. */
  take(where: object): Statement | null {
    const statement = this.delete(where);
    return statement && { ...statement, sql: `${statement.sql} RETURNING ${this.#names}` };
  }

  /** The entity of a row that `select` or `take` gave. */
  entity(row: Readonly<Record<string, unknown>>): E {
    const made = this.#make();
    const values: Record<string, unknown> = made;
    for (const { property, from } of this.#columns) values[property] = from(row[property]);
    return made;
  }

  #where(where: object): Statement | null {
    const parts: string[] = [];
    const parameters: unknown[] = [];
    for (const [property, value] of Object.entries(where)) {
      const column = this.#byProperty.get(property);
      if (column === undefined || !isPlain(value)) return null;
      parts.push(`${column.name} = ?`);
      parameters.push(column.to(value));
    }
    return { sql: parts.join(" AND "), parameters };
  }

  #given(row: object): { column: PlainColumn; value: unknown }[] | null {
    const given: { column: PlainColumn; value: unknown }[] = [];
    for (const [property, value] of Object.entries(row)) {
      const column = this.#byProperty.get(property);
      // A function is SQL.
      if (column === undefined || typeof value === "function") return null;
      if (value !== undefined) given.push({ column, value: column.to(value) });
    }
    return given;
  }
}

const known = new WeakMap<DataSource, Map<unknown, unknown>>();

/** The statements of an entity's table, made once for each data source. */
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
