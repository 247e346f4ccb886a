import test from "ava";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PUBLISH = /^UPDATE content_documents SET status = 'published'.* WHERE id IN \((?<ids>[^)]*)\)/s;

// The size of a document is noted when it is found, and the document may grow before it is published.
test("documents that have grown since they were found share no transaction with others (ADR-0082)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId);
  const documents = new Documents(ann, projectId);
  const small = await Promise.all(Array.from({ length: 8 }, () => documents.make({ title: "small" })));
  const grown = await Promise.all(Array.from({ length: 8 }, () => documents.make({ title: "grown" })));
  for (const id of grown) await documents.put(id, { title: "grown", body: "x".repeat(100_000) });

  const { dataSource } = kiln.host.database;
  const { logger } = dataSource;
  const publishes: number[] = [];
  dataSource.logger = Object.assign(Object.create(logger as object) as typeof logger, {
    logQuery(sql: string) {
      const ids = PUBLISH.exec(sql)?.groups?.ids;
      if (ids !== undefined) publishes.push(ids.split(",").length);
    },
  });
  const answers = await Promise.all([
    ...grown.map((id) => documents.publish(id, 2)),
    ...small.map((id) => documents.publish(id, 1)),
  ]);
  dataSource.logger = logger;

  for (const { status, body } of answers) t.is(status, 200, JSON.stringify(body).slice(0, 300));
  t.is(
    publishes.reduce((sum, count) => sum + count, 0),
    16,
  );
  t.true(publishes.filter((count) => count === 1).length >= grown.length, publishes.join());
});
