import type { EntitySchema, FindOperator } from "typeorm";
import type {
  ServiceData,
  ServiceEntity,
  ServiceFind,
  ServiceReads,
  ServiceRow,
  ServiceTx,
  ServiceWhere,
} from "../../../plugins/kit/service-data.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { IdempotencyRecorder } from "../../actions/idempotency.js";
import { outsidePlugins } from "../plugin-context.js";
import { type Reader, reader, transaction, type Tx } from "../../database/transaction.js";
import type { ServiceDatabase } from "./service-database.js";

/** The most rows that one `find` returns; more would block the event loop. */
const MOST_ROWS = 1000;
/**
 * The most milliseconds of a transaction, because others wait for the embedded database and for locked rows.
 */
const TX_MS = 3000;

type Row = Record<string, unknown>;

/** Returns the access to a service's tables for one call of the service. */
export function dataFor(of: ServiceDatabase, idempotency: IdempotencyRecorder | null): ServiceData {
  const tables = new Tables(of);
  return {
    ...readsOf(tables, reader(of.database)),
    transact: (work) =>
      outsidePlugins(() =>
        transaction(of.database, (tx) => inTime((isOver) => work(txOf(tables, tx, idempotency, isOver)))),
      ),
  };
}

/** Refuses entities and columns that are not the service's, and conditions that TypeORM would leave out. */
class Tables {
  readonly #of: ServiceDatabase;

  constructor(of: ServiceDatabase) {
    this.#of = of;
  }

  schema(entity: ServiceEntity<ServiceRow>): EntitySchema<Row> {
    const { table } = Object(entity) as Partial<ServiceEntity>;
    const schema = this.#of.schemas.get(String(table));
    if (schema === undefined) throw new Error(`${String(table)} is not among the entities of the service.`);
    return schema as EntitySchema<Row>;
  }

  column(entity: ServiceEntity<ServiceRow>, name: string): string {
    if (!Object.hasOwn(this.schema(entity).options.columns, name))
      throw new Error(`${entity.table} has no column ${name}.`);
    return name;
  }

  where(entity: ServiceEntity<ServiceRow>, where: object): never {
    for (const [name, value] of Object.entries(where) as [string, unknown][]) {
      this.column(entity, name);
      if (value === undefined || value === null || holdsUndefined(value))
        throw new Error(
          `The value of ${name} in a where of ${entity.table} is ${String(value)}; kit.where.IsNull() means none.`,
        );
    }
    return where as never;
  }

  /** Refuses a `where` without conditions, so that no change or lock ever concerns all rows by mistake. */
  narrowed(entity: ServiceEntity<ServiceRow>, where: object): never {
    if (Object.keys(where).length === 0)
      throw new Error(`A where of ${entity.table} that changes rows must name a column.`);
    return this.where(entity, where);
  }

  row(entity: ServiceEntity<ServiceRow>, row: object): Row {
    for (const [name, value] of Object.entries(row) as [string, unknown][]) {
      this.column(entity, name);
      // TypeORM runs a function as SQL.
      if (typeof value === "function")
        throw new Error(`The value of ${name} in a row of ${entity.table} is a function.`);
    }
    return row as Row;
  }

  escape(name: string): string {
    return this.#of.database.dataSource.driver.escape(name);
  }
}

const holdsUndefined = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "@instanceof" in value &&
  (value as FindOperator<unknown>).value === undefined &&
  !/isNull/.test((value as FindOperator<unknown>).type);

function readsOf(tables: Tables, from: Reader, check: () => void = () => {}): ServiceReads {
  const own = <T>(work: () => Promise<T>): Promise<T> =>
    outsidePlugins(async () => {
      check();
      return work();
    });
  return {
    find: <R extends ServiceRow>(
      entity: ServiceEntity<R>,
      where: ServiceWhere<R> = {},
      options: ServiceFind<R> = {},
    ) =>
      own(async () => {
        const { order, limit = MOST_ROWS, offset = 0 } = options;
        for (const name of Object.keys(order ?? {})) tables.column(entity, name);
        const found = await from.find<Row>(tables.schema(entity), tables.where(entity, where), {
          ...(order && { order }),
          limit: bounded("limit", limit, MOST_ROWS),
          offset: bounded("offset", offset, Number.MAX_SAFE_INTEGER),
        });
        return found as R[];
      }),
    findOne: <R extends ServiceRow>(entity: ServiceEntity<R>, where: ServiceWhere<R>) =>
      own(() => from.findOne(tables.schema(entity), tables.narrowed(entity, where)) as Promise<R | null>),
    count: (entity, where = {}) => own(() => from.count(tables.schema(entity), tables.where(entity, where))),
  };
}

function bounded(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Error(`The ${name} of a find must be a whole number from 0 to ${most}.`);
  return value;
}

function txOf(
  tables: Tables,
  tx: Tx,
  idempotency: IdempotencyRecorder | null,
  isOver: () => boolean,
): ServiceTx {
  const check = () => {
    if (isOver()) throw new Error("The transaction is over.");
  };
  const own = <T>(work: () => Promise<T>): Promise<T> =>
    outsidePlugins(async () => {
      check();
      return work();
    });
  return {
    ...readsOf(tables, tx, check),
    lock: <R extends ServiceRow>(entity: ServiceEntity<R>, where: ServiceWhere<R>) =>
      own(
        () => tx.findOneForUpdate(tables.schema(entity), tables.narrowed(entity, where)) as Promise<R | null>,
      ),
    insert: (entity, row) =>
      own(async () => {
        const rows = (Array.isArray(row) ? row : [row]) as object[];
        if (rows.length > 0)
          await tx.insert(
            tables.schema(entity),
            rows.map((each) => tables.row(entity, each)),
          );
      }),
    update: (entity, where, set) =>
      own(() =>
        tx.update(tables.schema(entity), tables.narrowed(entity, where), tables.row(entity, set) as never),
      ),
    increment: (entity, where, column, by) =>
      own(async () => {
        if (!Number.isSafeInteger(by)) throw new Error("A column is incremented by a whole number.");
        const name = tables.escape(tables.column(entity, column));
        const set = { [column]: () => `${name} + ${by}` };
        return tx.update(tables.schema(entity), tables.narrowed(entity, where), set);
      }),
    delete: (entity, where) => own(() => tx.delete(tables.schema(entity), tables.narrowed(entity, where))),
    made: (id) => own(async () => idempotency?.record(tx, id)),
  };
}

/** Limits the time of a transaction, because the embedded database has one at a time. */
async function inTime<T>(work: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let isOver = false;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(
        new ServiceError(
          "unavailable",
          `A transaction of the service took longer than ${TX_MS / 1000} s, and was rolled back.`,
          {
            details: { retryAfterSeconds: 5 },
          },
        ),
      ),
    TX_MS,
  );
  try {
    return await Promise.race([work(() => isOver), late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
