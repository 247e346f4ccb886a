import type { Kiln } from "../../start.js";

/** Returns the statements that the process sends while `work` runs, without those of background work. */
export async function countStatements({ host }: Kiln, work: () => Promise<unknown>): Promise<string[]> {
  type Query = (sql: string, parameters?: readonly unknown[]) => Promise<unknown[]>;
  const read = host.read as { query: Query; prepared: Query };
  const original = read.query.bind(read);
  const { prepared } = read;
  const seen: string[] = [];
  read.query = (sql, parameters) => {
    if (!/ tasks|sessions/.test(sql)) seen.push(sql.replaceAll(/\s+/g, " ").slice(0, 300));
    return original(sql, parameters);
  };
  // The prepared form is counted too: it goes through the function that counts.
  read.prepared = (sql, parameters) => read.query(sql, parameters);
  try {
    await work();
  } finally {
    read.query = original;
    read.prepared = prepared;
  }
  return seen;
}
