import { createHmac } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { signUp } from "../../helpers/client.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { openSite } from "../../helpers/open-site.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** Nodes of others use the NATS server and the namespace of a deployment (ADR-0060). */
const NAMESPACE = `test-strangers-${process.pid}`;

test("a stranger's node neither answers for an area, nor is heard, nor gets an answer; the log names it (rules/running 19)", async (t) => {
  const cluster = await openCluster({ NAMESPACE });
  t.teardown(() => cluster.close());
  const [gateway, areas] = await Promise.all([cluster.gateway(), cluster.areas()]);
  const { api } = await signUp(cluster.url);
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
});

test("two deployments on one NATS and namespace do not mix, with one secret and different databases either (rules/running 19)", async (t) => {
  const shared = {
    NATS_URL: process.env.KILN_TEST_NATS_URL ?? "",
    NAMESPACE: `${NAMESPACE}-two`,
    LAME_DUCK_SECONDS: "0",
    SECRET_KEY: "s".repeat(40),
  };
  const [left, right] = await Promise.all([openSite(shared), openSite(shared)]);
  t.teardown(() => Promise.all([left.close(), right.close()]));
  const [here, there] = await Promise.all([left.start(), right.start()]);
  await waitUntil(() => here.output.includes("is not of this deployment"));
  await waitUntil(() => there.output.includes("is not of this deployment"));
  const person = await signUp(here.url);
  t.is((await person.api.get("/v1/account")).status, 200);
  const elsewhere = await fetch(`${there.url}/v1/account`, {
    headers: { authorization: `Bearer ${person.key}` },
  });
  t.is(elsewhere.status, 401);
});
