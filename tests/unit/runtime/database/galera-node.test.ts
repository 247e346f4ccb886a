import test from "ava";
import { isGaleraNode } from "../../../../runtime/database/server/galera-node.js";

type Done = (error: Error | null, rows: unknown) => void;

/** Makes a connection that gives these answers in turn. */
function connectionOf(...answers: (Error | string[])[]) {
  const asked: string[] = [];
  return {
    asked,
    query(sql: string, done: Done): void {
      const answer = answers[asked.push(sql) - 1] ?? [];
      const rows = () =>
        answer instanceof Error || answer.map((Value) => ({ Variable_name: "wsrep_on", Value }));
      setImmediate(() => done(answer instanceof Error ? answer : null, rows()));
    },
  };
}

test("a connection is asked once whether it leads to a node of Galera", async (t) => {
  for (const [rows, isNode] of [
    [["ON"], true],
    [["OFF"], false],
    [[], false],
  ] as const) {
    const connection = connectionOf([...rows]);
    for (let time = 0; time < 3; time += 1) t.is(await isGaleraNode(connection), isNode);
    t.deepEqual(connection.asked, ["SHOW VARIABLES LIKE 'wsrep_on'"]);
  }
});

test("a connection that does not tell is taken for one that does, and not asked again in the middle of a transaction", async (t) => {
  const connection = connectionOf(new Error("meant to fail"), ["OFF"]);
  t.true(await isGaleraNode(connection));
  t.true(await isGaleraNode(connection));
  t.is(connection.asked.length, 1);
});
