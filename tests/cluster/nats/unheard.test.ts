import { randomBytes } from "node:crypto";
import test from "ava";
import { ServiceBroker } from "moleculer";
import type { NatsConnection } from "nats";
import { pino } from "pino";
import { z } from "zod";
import { contract } from "../../../contracts/contract.js";
import { ServiceError } from "../../../contracts/errors.js";
import { brokerOptions } from "../../../moleculer.config.js";
import { Membership } from "../../../runtime/cluster/membership.js";
import { makeCall } from "../../../runtime/actions/call.js";
import { loadConfig } from "../../../runtime/config/load-config.js";
import { Gauges } from "../../../runtime/process/gauges.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import { SharedClock } from "../../../runtime/process/clock.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** The connections of these nodes to NATS end without a message, as when the nodes are killed (ADR-0059). */
const natsUrl = process.env.KILN_TEST_NATS_URL ?? "";
const membership = new Membership(Buffer.alloc(32, 7), "a database");
const config = loadConfig({
  NODE_ENV: "test",
  NATS_URL: natsUrl,
  DATABASE_URL: "mysql://nobody@127.0.0.1/nothing",
  SECRET_KEY: "x".repeat(32),
  STORAGE_URL: "disk:/nowhere",
  NAMESPACE: `test-${randomBytes(6).toString("hex")}`,
});
const makeBroker = () =>
  new ServiceBroker(
    brokerOptions(config, pino({ level: "silent" }), new SharedClock(), membership, new Gauges()),
  );
const here = makeBroker();
const call = makeCall(here);

const begun: string[] = [];
const answering = new Map<string, () => void>();
/** Starts a node on which `far.write` answers at once, and `far.hang` and `far.ask` when the test tells them to. */
async function startNode(): Promise<ServiceBroker> {
  const node = makeBroker();
  const hang = () => {
    begun.push(node.nodeID);
    return new Promise((resolve) => answering.set(node.nodeID, () => resolve({ node: node.nodeID })));
  };
  const write = () => Promise.resolve({ node: node.nodeID });
  node.createService({ name: "far", actions: { write, hang, ask: hang } } as never);
  await node.start();
  await waitUntil(() => isThere(node));
  return node;
}
/** Ends the connection of a node as the operating system ends that of a killed process. */
const cut = ({ transit }: ServiceBroker) =>
  (transit?.tx as unknown as { client: NatsConnection } | undefined)?.client.close();

const isThere = ({ nodeID }: ServiceBroker): boolean => here.registry.nodes.get(nodeID)?.available ?? false;

const far = (verb: string, effect: "read" | "write") =>
  contract({
    name: `far.${verb}`,
    description: verb,
    params: z.object({}),
    result: z.object({ node: z.string() }),
    audience: "internal",
    effect,
  });
const stock = new ServiceBroker({
  nodeID: "stock",
  namespace: config.namespace,
  transporter: { type: "NATS", options: { url: natsUrl } },
  logger: false,
});
const stockSince = performance.now();

test.before(() => Promise.all([here.start(), stock.start()]));
test.after.always(() => Promise.all([here.stop(), stock.stop()]));

test.serial(
  "a call that nobody took is asked of another node, also when it may not be repeated (rules/running 18)",
  async (t) => {
    const [dead, twin] = await Promise.all([startNode(), startNode()]);
    await cut(dead);
    for (let asked = 0; asked < 4; asked += 1)
      t.is((await call(far("write", "write"), {}, systemMeta(`w${asked}`))).node, twin.nodeID);
    t.false(isThere(dead));
    await twin.stop();
  },
);

test.serial(
  "what a node died of answering: a read is asked of another one, a write is told as unknown (rules/running 15 and 18)",
  async (t) => {
    const both = await Promise.all([startNode(), startNode()]);
    const read = call(far("ask", "read"), {}, systemMeta("r"));
    await waitUntil(() => begun.length === 1);
    const [first] = both.filter(({ nodeID }) => nodeID === begun[0]);
    const [twin] = both.filter(({ nodeID }) => nodeID !== begun[0]);
    if (!first || !twin) return t.fail();
    await cut(first);
    await waitUntil(() => begun.length === 2, { timeoutMs: 10_000 });
    answering.get(twin.nodeID)?.();
    t.is((await read).node, twin.nodeID);

    let error: unknown;
    const write = call(far("hang", "write"), {}, systemMeta("w")).catch(
      (thrown: unknown) => (error = thrown),
    );
    await waitUntil(() => begun.length === 3);
    await cut(twin);
    // The error comes long before the deadline of 15 s.
    await waitUntil(() => error !== undefined, { timeoutMs: 10_000 });
    await write;
    t.true(error instanceof ServiceError);
    t.regex((error as ServiceError).message, /outcome is unknown/);
    t.is(here.transit?.pendingRequests.size, 0);
  },
);

test.serial(
  "a node that only fell silent gets no new calls, and may still answer what it had begun (rules/running 18)",
  async (t) => {
    begun.length = 0;
    const silent = await startNode();
    const write = call(far("hang", "write"), {}, systemMeta("s"));
    await waitUntil(() => begun.length === 1);
    silent.transit?.discoverer.stopHeartbeatTimers();
    await waitUntil(() => !isThere(silent));
    const refused = await t.throwsAsync(call(far("write", "write"), {}, systemMeta("n")));
    t.is((refused as ServiceError).code, "unavailable");
    answering.get(silent.nodeID)?.();
    t.is((await write).node, silent.nodeID);
    await silent.stop();
  },
);

test.serial("a stock node, which beats every 10 s and cannot be probed, is no dead one", async (t) => {
  await waitUntil(() => performance.now() - stockSince > 9000);
  t.true(isThere(stock));
});
