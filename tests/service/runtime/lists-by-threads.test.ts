import test from "ava";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

/** Patterns of the statements whose cost grows with the stored rows of an account. */
const GROWING = {
  "schemas of types": /SELECT \* FROM content_types WHERE id IN/,
  "schemas of versions": /SELECT \* FROM content_type_versions WHERE id IN/,
  "documents of types": /SELECT typeId, COUNT\(\*\) AS count FROM content_documents/,
  "documents by what is filled": /GROUP BY filledHash/,
  "sizes of runs": /FROM workflow_run_nodes\s+WHERE runId IN .* GROUP BY runId/,
  "the log of a trigger": /FROM "?workflow_trigger_fires.* LIMIT/,
} as const;

// On a server every statement is off the event loop, so only the answers are checked there (ADR-0015).
test("lists that grow with what is stored are read by threads (rules/running 29; ADR-0101)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const typeId = await makeType(kiln, projectId, [
    { name: "title", title: "Title", type: "string", localized: true },
  ]);
  await new Documents(ann, projectId).make({ title: { en: "One" } });
  const workflowId = await makeWorkflow(ann.api, graphOf([promptNode("p", "words")]));
  for (let run = 0; run < 2; run += 1) await runToEnd(ann.api, workflowId);
  const triggers = `/v1/workflows/${workflowId}/triggers`;
  const made = await ann.api.post(triggers, { dailyCredits: 100, schedule: { cron: "0 0 1 1 *" } });
  t.is(made.status, 200, JSON.stringify(made.body));

  const { database } = kiln.host;
  const { logger } = database.dataSource;
  const [onLoop, all]: [string[], string[]] = [[], []];
  database.dataSource.logger = Object.assign(Object.create(logger as object) as typeof logger, {
    // A statement of a thread has no query runner here.
    logQuery(sql: string, _parameters?: unknown[], runner?: object) {
      all.push(sql);
      if (runner !== undefined) onLoop.push(sql);
    },
  });
  const answers = [
    await ann.api.get(`/v1/projects/${projectId}/content/types`),
    await ann.api.get(`/v1/content/types/${typeId}/versions`),
    await ann.api.post(`/v1/projects/${projectId}/content/translation-jobs/preview`),
    await ann.api.get(`/v1/workflows/${workflowId}/runs`),
    await ann.api.get(`${triggers}/${made.body.trigger.id}/log`),
  ];
  database.dataSource.logger = logger;

  for (const { status, body } of answers) t.is(status, 200, JSON.stringify(body));
  if (database.dialect !== "sqlite") return;
  for (const [what, statement] of Object.entries(GROWING)) {
    t.true(
      all.some((sql) => statement.test(sql)),
      `${what} were not read:\n${all.join("\n")}`,
    );
    const held = onLoop.filter((sql) => statement.test(sql));
    t.deepEqual(held, [], what);
  }
});
