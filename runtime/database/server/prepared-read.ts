import { type DataSource, QueryFailedError } from "typeorm";
import { leaveOutside } from "./cluster-errors.js";
import { obtainConnection } from "../../private-parts/typeorm.js";
import { tracedStatement } from "../../process/tracing/tracer.js";

/**
 * Reads by a statement that a server parses once for each connection. Each text is kept there, so there have to be
 * few. Throws as the ORM's queries do.
 */
export const readPrepared = <T>(
  source: DataSource,
  sql: string,
  parameters: readonly unknown[],
): Promise<T[]> => tracedStatement(source.options.type, sql, () => execute<T>(source, sql, parameters));

async function execute<T>(dataSource: DataSource, sql: string, parameters: readonly unknown[]): Promise<T[]> {
  dataSource.logger.logQuery(sql, [...parameters]);
  const connection = await obtainConnection(dataSource);
  try {
    return await new Promise<T[]>((resolve, reject) => {
      connection.execute(sql, parameters, (error, rows) => {
        if (error === null) return resolve(rows as T[]);
        leaveOutside(connection, error);
        reject(new QueryFailedError(sql, [...parameters], error));
      });
    });
  } finally {
    connection.release();
  }
}

/**
 * The keys, some of them more than once, so that lists of up to 256 keys come in nine lengths: each length is a statement
 * of its own.
 */
export function padKeys<K>(keys: readonly K[]): K[] {
  const [first] = keys;
  if (first === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array.from({ length: length - keys.length }, () => first)];
}
