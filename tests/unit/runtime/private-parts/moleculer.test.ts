import test from "ava";
import { ServiceBroker, Transporters } from "moleculer";
import {
  hostedServices,
  knownNodes,
  natsClientOf,
  sendEventTo,
} from "../../../../runtime/private-parts/moleculer.js";
import { waitUntil } from "../../../helpers/wait-until.js";

const EVENT = "told";
const heard: string[] = [];

const open = async (nodeID: string): Promise<ServiceBroker> => {
  const broker = new ServiceBroker({
    logger: false,
    namespace: `private-parts-${process.pid}`,
    nodeID,
    transporter: "Fake",
  });
  broker.createService({
    name: `of-${nodeID}`,
    metadata: { of: nodeID },
    actions: { look: () => null },
    events: { [EVENT]: { handler: () => void heard.push(nodeID) } },
  } as never);
  await broker.start();
  return broker;
};

const brokers = await Promise.all(["one", "two", "three"].map(open));
const [one] = brokers as [ServiceBroker, ...ServiceBroker[]];
test.before(() => one.waitForServices(["of-two", "of-three"], 5000));
test.after.always(() => Promise.all(brokers.map((broker) => broker.stop())));

test("registry.services.services has each service with its metadata, its actions and its node", (t) => {
  const services = hostedServices(one);
  t.true(Array.isArray(services));
  const other = services.find(({ name }) => name === "of-two");
  t.like(other, { metadata: { of: "two" }, node: { id: "two", local: false, available: true } });
  t.deepEqual(Object.keys(other?.actions ?? {}), ["of-two.look"]);
  t.like(
    services.find(({ name }) => name === "of-one"),
    { node: { id: "one", local: true, available: true } },
  );
});

test("registry.nodes.toArray() has each node, with the time when it was last heard of, which can be set", (t) => {
  const nodes = knownNodes(one);
  t.deepEqual(nodes.map(({ id }) => id).toSorted(), ["one", "three", "two"]);
  for (const node of nodes) {
    t.is(typeof node.local, "boolean");
    t.is(typeof node.available, "boolean");
    t.true(Array.isArray(node.services), node.id);
    t.is(typeof node.metadata, "object", node.id);
    if (node.local) continue;
    t.is(typeof node.lastHeartbeatTime, "number", node.id);
    node.lastHeartbeatTime = 7;
    t.is(knownNodes(one).find(({ id }) => id === node.id)?.lastHeartbeatTime, 7);
  }
});

test("ContextFactory.create() and transit.sendEvent() bring an event to one node, and to no other", async (t) => {
  sendEventTo(one, "three", EVENT, {});
  await waitUntil(() => heard.length > 0);
  // Messages that were sent to all nodes before have come by now as well.
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(heard, ["three"]);
});

test("transit.tx.client is where the broker's NATS transporter keeps its client", (t) => {
  t.is(new Transporters.NATS({}).client, null);
  t.is(natsClientOf(one), null);
  const { tx } = one.transit ?? {};
  const client = { status: async function* () {} };
  Object.assign(tx ?? {}, { client });
  t.is(natsClientOf(one), client);
});
