import { createHmac } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { type Person, signUp } from "../../helpers/client.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { openSite } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** Nodes of others use the NATS server and the namespace of a deployment (ADR-0060). */
const NAMESPACE = `test-strangers-${process.pid}`;
/** Two deployments have the same secret here. */
const SECRET_KEY = "s".repeat(40);
let cluster: Cluster;
let gateway: KilnProcess;
let areas: KilnProcess;
let ann: Person;
test.before(async () => {
  cluster = await openCluster({ NAMESPACE, SECRET_KEY });
  [gateway, areas] = await Promise.all([cluster.gateway(), cluster.areas()]);
  ann = await signUp(cluster.url);
});
test.after.always(() => cluster?.close());

test.serial(
  "a stranger's node neither answers for an area, nor is heard, nor gets an answer; the log names it (rules/running 19)",
  async (t) => {
    const { api } = ann;
    const stranger = new ServiceBroker({
      nodeID: "stranger",
      namespace: NAMESPACE,
      transporter: { type: "NATS", options: { url: process.env.KILN_TEST_NATS_URL ?? "" } },
      logger: false,
      metadata: { kilnProof: createHmac("sha256", "guessed").update("stranger").digest("base64url") },
    });
    let answered = 0;
    const answer = () => ({ models: [], total: (answered += 1) });
    stranger.createService({ name: "models", actions: { list: answer, find: answer } } as never);
    await stranger.start();
    t.teardown(() => stranger.stop());
    for (const kiln of [gateway, areas])
      await waitUntil(() => kiln.output.includes("node stranger on this NATS"), { what: () => kiln.output });

    for (let asked = 0; asked < 10; asked += 1) t.is((await api.get("/v1/models")).status, 200);
    t.is(answered, 0);
    for (const action of ["billing.remaining", "$kiln.describe"]) {
      const auth = { accountId: "somebody", isOperator: true };
      const called = stranger.call(action, {}, { meta: { auth, requestId: "r" } });
      await t.throwsAsync(called, { message: "The node that calls is not of this deployment." }, action);
    }
    t.is((await api.get("/v1/account")).status, 200);

    // A subject of more than 4,096 bytes would end the connection of a process that answers on it.
    const { tx } = stranger.transit as unknown as {
      tx: { client: { publish(subject: string, data: Buffer): void; flush(): Promise<void> } };
    };
    for (const [command, more] of [
      ["DISCOVER", {}],
      ["PING", { time: 1, id: "p" }],
    ] as const)
      tx.client.publish(
        `MOL-${NAMESPACE}.${command}`,
        Buffer.from(JSON.stringify({ ver: "4", sender: "n".repeat(5000), ...more })),
      );
    await tx.client.flush();
    for (let asked = 0; asked < 10; asked += 1) t.is((await api.get("/v1/models")).status, 200);
    for (const { output } of [gateway, areas]) t.notRegex(output, /connection to NATS is lost/);
  },
);

test.serial(
  "two deployments on one NATS and namespace do not mix, with one secret and different databases either (rules/running 19)",
  async (t) => {
    const { NATS_URL = "" } = cluster.site.env;
    const other = await openSite({ NATS_URL, NAMESPACE, SECRET_KEY, LAME_DUCK_SECONDS: "0" });
    t.teardown(() => other.close());
    const there = await other.start();
    const named = (output: string) => /node (?!stranger )\S+ on this NATS and NAMESPACE is not/.test(output);
    for (const kiln of [gateway, areas, there])
      await waitUntil(() => named(kiln.output), { what: () => kiln.output });
    t.is((await ann.api.get("/v1/account")).status, 200);
    t.is((await ann.api.at(there.url).get("/v1/account")).status, 401);
  },
);
