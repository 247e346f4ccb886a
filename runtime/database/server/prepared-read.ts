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
