import { setTimeout as rest } from "node:timers/promises";
import test from "ava";
import type { QueryRunner } from "typeorm";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS = [{ name: "one", title: "One", type: "reference" as const, to: ["article"] }];

// A create reads its targets without locks, and a publish with locks. In one batch the locked read is the one that counts.
test("a publish beside a create is refused when what both mention is deleted meanwhile (rules/content 31)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { database } = kiln.host;
  if (database.dialect === "sqlite") return t.pass("there is one connection: nothing is deleted meanwhile");
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  const documents = new Documents(ann, projectId);
  const [target, publish, blocker] = [
    await documents.make({}),
    await documents.make({}),
    await documents.make({}),
  ];
  await documents.put(publish, { one: { documentId: target } });

  const locking = async (sql: string, id: string): Promise<QueryRunner> => {
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(sql, [id]);
    return runner;
  };
  const holding = await locking("SELECT id FROM content_documents WHERE id = ? FOR UPDATE", blocker);
  const deleting = await locking("DELETE FROM content_documents WHERE id = ?", target);
  // The first batch waits for the blocker, so that both requests are in the next one.
  const first = documents.publish(blocker, 1);
  await rest(200);
  const asked = [documents.publish(publish, 2), documents.create({ one: { documentId: target } })];
  await rest(200);
  await holding.rollbackTransaction();
  await rest(300);
  await deleting.commitTransaction();
  for (const runner of [holding, deleting]) await runner.release();

  t.is((await first).status, 200);
  const [published, created] = await Promise.all(asked);
  t.is(published?.status, 400, JSON.stringify(published?.body));
  t.is(created?.status, 200, JSON.stringify(created?.body));
});
