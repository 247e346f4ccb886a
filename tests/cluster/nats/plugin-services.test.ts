import { join } from "node:path";
import test from "ava";
import { openCluster } from "../../helpers/open-cluster.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { writeService } from "../../helpers/write-service.js";

const COUNTS = `kit.defineEntity({ table: "x_where_rows", columns: { id: "id" } })`;
const MAKES = `{ name: "1", up: async (schema) => { await schema.createTable("x_where_rows", { id: "id" }); await schema.run("INSERT INTO x_where_rows (id) VALUES (?)", [crypto.randomUUID()]); } }`;

test("a gateway serves the routes of its folder, a node that has the plugin answers, migrations ran once (rules/running 34)", async (t) => {
  const cluster = await openCluster();
  t.teardown(() => cluster.close());
  const folder = join(cluster.site.folder, "shared-plugins");
  await writeService(folder, "where", {
    before: `const Row = ${COUNTS};`,
    entities: "Row",
    migrations: MAKES,
    actions: `action("pid", "GET", "/pid", async ({ data }) => ({ pid: process.pid, rows: await data.count(Row) }))`,
  });
  const env = { PLUGINS_DIR: folder };
  await Promise.all([
    cluster.gateway({ ...env, SERVICES: "gateway,plugins.mock" }),
    cluster.areas(env),
    cluster.worker({ ...env, SERVICES: "generation.*,plugins.where" }),
  ]);
  const ask = async () => {
    const answer = await fetch(`${cluster.url}/v1/p/where/pid`);
    return { status: answer.status, body: (await answer.json()) as { pid?: number; rows?: number } };
  };
  await waitUntil(async () => (await ask()).status === 200);
  const pids = new Set<number | undefined>();
  for (let turn = 0; turn < 10; turn += 1) {
    const { status, body } = await ask();
    t.is(status, 200);
    t.is(body.rows, 1);
    pids.add(body.pid);
  }
  t.is(pids.size, 2, "the gateway itself, where SERVICES narrows it out, answers none");
});
