import type { Database } from "../../runtime/database/database.js";

/** Keeps the texts of what a process asks its database until `end`, which gives them; `asked` are those so far. */
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
