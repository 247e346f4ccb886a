import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { parse } from "yaml";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/** The tests are about the metrics that dashboards and alerts use, and about the files that ship for both. */
let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const metrics = async (): Promise<string> => (await fetch(`${kiln.url}/metrics`)).text();
/** Returns the number of a metric with these labels. */
const read = (text: string, name: string): number | null => {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};
const shipped = (file: string) => readFile(join(PACKAGE_ROOT, "docker/observability", file), "utf8");

test.serial(
  "a job shows in the slots while it runs, and in the durations by provider, model and status at its end (rules/operations 11)",
  async (t) => {
    const { body } = await ann.api.post("/v1/generations", mockRequest());
    await waitForJob(ann.api, body.job.id);
    const failed = await ann.api.post("/v1/generations", mockRequest("[fail]"));
    t.is((await waitForJob(ann.api, failed.body.job.id)).status, "failed");
    const text = await metrics();
    const ended = (status: string) =>
      read(text, `kiln_job_seconds_count{provider="mock",model="mock-image",status="${status}"}`);
    t.is(ended("succeeded"), 1);
    t.is(ended("failed"), 1);
    t.true((read(text, 'kiln_task_slots{queue="generation.image@mock",state="free"}') ?? 0) > 0);
    t.is(read(text, 'kiln_task_slots{queue="generation.image@mock",state="used"}'), 0);
  },
);

test.serial(
  "circuits, credits and the age of the oldest due task are told as the database has them (rules/operations 11)",
  async (t) => {
    const { host } = kiln;
    const later = Date.now() + 60_000;
    await host.transact((tx) =>
      tx.run("INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES ('p', 5, ?, 0)", [
        later,
      ]),
    );
    await host.transact(async (tx) => {
      await host.tasks.enqueue(tx, { queue: "nobody", subject: "s", payer: "p" });
      await tx.run(`UPDATE tasks SET runAt = ${tx.database.now} - 90000 WHERE queue = 'nobody'`);
    });
    const text = await metrics();
    t.is(read(text, 'kiln_provider_circuit{provider="p"}'), 2);
    const late = read(text, 'kiln_task_oldest_due_seconds{queue="nobody"}') ?? 0;
    t.true(late >= 90 && late < 900, String(late));
    t.is(read(text, 'kiln_credits{kind="held"}'), 0);
    t.true((read(text, 'kiln_credits{kind="purchased"}') ?? -1) >= 0);
  },
);

test.serial(
  "each metric that the shipped alerts and dashboard name is one that a process tells (rules/operations 11)",
  async (t) => {
    const told = new Set(
      [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", kind]) =>
        kind === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => name + end) : [name],
      ),
    );
    // This metric exists only where PROCESSES is set.
    told.add("kiln_processes");
    const { groups } = parse(await shipped("alerts.yml")) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    t.true(rules.length >= 10);
    const { panels } = JSON.parse(await shipped("grafana.json")) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    t.is(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    t.is(new Set(panels.map(({ title }) => title)).size, panels.length);
    const docs = await readFile(join(PACKAGE_ROOT, "docs/operating.md"), "utf8");
    for (const { alert } of rules)
      t.true(docs.includes(`\`${alert}\``), `docs/operating.md does not name ${alert}`);
    for (const expr of [
      ...rules.map((rule) => rule.expr),
      ...panels.flatMap(({ targets }) => targets.map((target) => target.expr)),
    ]) {
      const named = expr.match(/\b(?:kiln|process)_\w+/g) ?? [];
      t.true(named.length > 0, expr);
      for (const name of named) t.true(told.has(name), `${name} in ${expr}`);
    }
  },
);
