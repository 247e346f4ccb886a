import { type DataSource, QueryFailedError } from "typeorm";
import { leaveOutside } from "./cluster-errors.js";
import { obtainConnection } from "../../private-parts/typeorm.js";
import { tracedStatement } from "../../process/tracing/tracer.js";

/**
 * Reads with a statement that the server parses once for each connection. The server keeps every text, so the number of
 * texts has to be small. Throws the same errors as the ORM's queries.
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
