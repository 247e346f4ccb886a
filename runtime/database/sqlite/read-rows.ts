import { answerJobs } from "../../process/answer-jobs.js";
import { NodeSqlite } from "./node-sqlite.js";
import type { LongRead } from "./reader-thread.js";

const MOST_STATEMENTS = 100;

/** The connection of this reader thread, which runs this file as its script. Each read sees what was committed before it. */
let connection: NodeSqlite | null = null;
const statements = new Map<string, ReturnType<NodeSqlite["prepare"]>>();

function statementOf({ file, sql }: LongRead): ReturnType<NodeSqlite["prepare"]> {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  connection ??= new NodeSqlite(file, { readonly: true });
  const made = connection.prepare(sql);
  if (statements.size === MOST_STATEMENTS) statements.clear();
  statements.set(sql, made);
  return made;
}

answerJobs((read: LongRead) => statementOf(read).all(...read.parameters));
