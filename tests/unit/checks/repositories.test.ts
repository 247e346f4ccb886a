import test from "ava";
import { checkRepositories } from "../../../checks/repositories.js";

const problemsOf = (path: string, text: string) => checkRepositories([{ path, text }]);

const ENTITY = 'import { Shelf } from "../../entities/shelf.js";\n';

test("an entity is a value in a repository only, and a type anywhere", (t) => {
  const type = 'import type { Shelf } from "../../entities/shelf.js";\n';
  t.is(problemsOf("services/shelves/build-shelf.ts", ENTITY)[0]?.line, 1);
  t.deepEqual(problemsOf("services/shelves/build-shelf.ts", type), []);
  t.deepEqual(problemsOf("services/shelves/shelf.repository.ts", ENTITY), []);
  t.deepEqual(problemsOf("services/shelves/on-project-deleted.ts", ENTITY), []);
});

test("SQL stands in a repository only", (t) => {
  for (const call of ["read.query<Row>(", "tx.run(", "host.read.prepared<Row & { id: string }>("])
    for (const quote of ["`", '"', "\n    `"]) {
      const text = `const rows = await ${call}${quote}SELECT 1\n`;
      t.is(problemsOf("services/shelves/deep/build-shelf.ts", text).length, 1, text);
      t.deepEqual(problemsOf("services/shelves/deep/shelf.repository.ts", text), []);
    }
  for (const text of ["await pool.run(job);", 'await queue.run("set", signal, hash);'])
    t.deepEqual(problemsOf("services/shelves/build-shelf.ts", `${text}\n`), []);
});

test("SQL is seen in a variable, and in a text that nobody runs there", (t) => {
  for (const text of [
    "await host.transact((tx) => tx.run(sql, [id]));",
    "await writeAlone(database, sql, []);",
    'const sql = "UPDATE shelves SET height = ?";',
    "const sql = `\n  DELETE FROM shelves`;",
    "return { sql: `INSERT INTO shelves (id) VALUES (?)`, parameters: [id] };",
  ])
    t.true(problemsOf("services/shelves/build-shelf.ts", `${text}\n`).length > 0, text);
});

test("the rule is of areas, not of runtime/", (t) => {
  t.deepEqual(problemsOf("runtime/database/tx.ts", ENTITY), []);
});
