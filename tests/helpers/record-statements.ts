import type { Database } from "../../runtime/database/database.js";

/**
 * Records the statements that a process sends to its database until `end`, which returns them. `asked` holds the statements so
 * far.
 */
export function recordStatements({ dataSource }: Database): {
  readonly asked: readonly string[];
  end(): string[];
} {
  const { logger } = dataSource;
  const asked: string[] = [];
  dataSource.logger = Object.assign(Object.create(logger as object) as typeof logger, {
    logQuery: (sql: string) => void asked.push(sql),
  });
  return {
    asked,
    end() {
      dataSource.logger = logger;
      return asked;
    },
  };
}
