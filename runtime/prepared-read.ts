import { type DataSource, QueryFailedError } from "typeorm";
import { tracedStatement } from "./tracing/traced-statement.js";

/** What we use of a connection of mysql2. */
interface Connection {
  execute(
    sql: string,
    parameters: readonly unknown[],
    done: (error: Error | null, rows: unknown) => void,
  ): void;
  release(): void;
}

interface Driver {
  obtainMasterConnection(): Promise<Connection>;
}

/**
 * Reads by a statement that a server parses once for each connection. Each text is kept there, so there have to be
 * few. Throws as the ORM's queries do.
 */
export const readPrepared = <T>(
  source: DataSource,
  sql: string,
  parameters: readonly unknown[],
): Promise<T[]> => tracedStatement(source.options.type, sql, () => execute<T>(source, sql, parameters));

async function execute<T>(
  { driver, logger }: DataSource,
  sql: string,
  parameters: readonly unknown[],
): Promise<T[]> {
  logger.logQuery(sql, [...parameters]);
  const connection = await (driver as unknown as Driver).obtainMasterConnection();
  try {
    return await new Promise<T[]>((resolve, reject) => {
      connection.execute(sql, parameters, (error, rows) =>
        error === null ? resolve(rows as T[]) : reject(new QueryFailedError(sql, [...parameters], error)),
      );
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
