import test from "ava";
import { ServiceBroker, Transporters } from "moleculer";
import { knownNode } from "../../../../runtime/private-parts/moleculer.js";
import {
  announceNode,
  discoverNodes,
  hasTransporter,
  isConnected,
  isDisconnecting,
  natsConnectionOf,
  packetBytes,
  setConnected,
  transporterOf,
} from "../../../../runtime/private-parts/moleculer-link.js";
import { waitUntil } from "../../../helpers/wait-until.js";

/** The node and the command of each packet that a node receives. */
const received: string[] = [];

const make = (nodeID: string, transporter: "Fake" | null = "Fake"): ServiceBroker =>
  new ServiceBroker({
    logger: false,
    namespace: `private-link-${process.pid}`,
    nodeID,
    transporter,
    middlewares: [
      {
        name: "Received",
        transporterReceive: (next: (...packet: unknown[]) => unknown) => (command: string, data: Buffer) => {
          received.push(`${nodeID} ${command}`);
          return next(command, data);
        },
      } as never,
    ],
  });

const [one, two, alone] = [make("one"), make("two"), make("alone", null)];
one.createService({ name: "look", actions: { at: () => "seen" } });
test.before(async () => {
  await Promise.all([one.start(), two.start(), alone.start()]);
  await two.waitForServices(["look"], 5000);
});
test.after.always(() => Promise.all([one.stop(), two.stop(), alone.stop()]));

test.serial("transit is missing without a transporter, and transit.tx is the transporter", (t) => {
  t.true(hasTransporter(one));
  t.true(transporterOf(one) instanceof Transporters.Fake);
  t.true(isConnected(one));
  t.false(isDisconnecting(one));
  t.false(hasTransporter(alone));
  t.false(isConnected(alone));
  t.is(transporterOf(alone), undefined);
  t.notThrows(() => setConnected(alone, false));
  t.is(packetBytes(alone, { type: "RES", target: "one", payload: {} }), undefined);
});

test.serial("transit.connected and transit.tx.connected, set to false, refuse calls at once", async (t) => {
  t.is(await two.call("look.at"), "seen");
  setConnected(two, false);
  t.false(isConnected(two));
  await t.throwsAsync(two.call("look.at"), { name: "BrokerDisconnectedError" });
  setConnected(two, true);
  t.true(isConnected(two));
  t.is(await two.call("look.at"), "seen");
});

test.serial("transit.discoverer tells all nodes of this one, and asks all of them", async (t) => {
  received.length = 0;
  await announceNode(one);
  await waitUntil(() => received.includes("two INFO"));
  received.length = 0;
  await discoverNodes(one);
  await waitUntil(() => received.includes("two DISCOVER") && received.includes("one INFO"));
  await t.notThrowsAsync(Promise.all([announceNode(alone), discoverNodes(alone)]));
});

test.serial("transit.tx.serialize() gives the bytes of a packet with its sender", (t) => {
  const bytes = packetBytes(one, { type: "RES", target: "two", payload: { id: "a" } });
  t.like(JSON.parse(String(bytes)), { id: "a", sender: "one", ver: one.PROTOCOL_VERSION });
});

test.serial("registry.nodes.get() finds a node by its id", (t) => {
  t.like(knownNode(one, "two"), { id: "two", available: true });
  t.is(knownNode(one, "nobody"), undefined);
});

test("the NATS transporter keeps its connection in client", (t) => {
  const transporter = new Transporters.NATS({});
  t.is(natsConnectionOf(transporter), null);
  const client = { publish: () => {} };
  t.is<unknown, unknown>(natsConnectionOf(Object.assign(transporter, { client })), client);
});

test("transit.disconnecting is true while the broker closes its connection", async (t) => {
  const third = make("third");
  await third.start();
  const seen: boolean[] = [];
  third.localBus.on("$transporter.disconnected", () => seen.push(isDisconnecting(third)));
  await third.stop();
  t.deepEqual(seen, [true]);
});
