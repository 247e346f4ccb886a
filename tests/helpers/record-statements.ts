import type { Database } from "../../runtime/database/database.js";

/** Keeps the texts of what a process asks its database until `end` gives them. */
export function recordStatements({ dataSource }: Database): { end(): string[] } {
  const { logger } = dataSource;
  const asked: string[] = [];
  dataSource.logger = Object.assign(Object.create(logger as object) as typeof logger, {
    logQuery: (sql: string) => void asked.push(sql),
  });
  return {
    end() {
      dataSource.logger = logger;
      return asked;
    },
  };
}
