import test from "ava";
import { type Context, ServiceBroker } from "moleculer";
import { knownNode } from "../../../../runtime/private-parts/moleculer.js";
import {
  askedNodes,
  disconnectNode,
  forgetCall,
  pendingCall,
} from "../../../../runtime/private-parts/moleculer-calls.js";
import { waitUntil } from "../../../helpers/wait-until.js";

/** What ends each call that node two received, by the call's id. */
const answers = new Map<string, () => void>();

const make = (nodeID: string): ServiceBroker =>
  new ServiceBroker({
    logger: false,
    namespace: `private-calls-${process.pid}`,
    nodeID,
    transporter: "Fake",
  });

const [one, two] = [make("one"), make("two")];
two.createService({
  name: "slow",
  actions: {
    ask: ({ id }: Context) =>
      new Promise<string>((resolve) => answers.set(id, () => resolve(`answer of ${id}`))),
  },
});
test.before(async () => {
  await Promise.all([one.start(), two.start()]);
  await one.waitForServices(["slow"], 5000);
});
test.after.always(async () => {
  for (const answer of answers.values()) answer();
  await Promise.all([one.stop(), two.stop()]);
});

/** Begins a call whose answer is waited for, and returns its outcome and its id. */
async function begin(options: object = {}): Promise<{ id: string; call: Promise<unknown> }> {
  const before = new Set(answers.keys());
  const call = one.call("slow.ask", {}, options).catch((error: Error) => error.name);
  await waitUntil(() => answers.size > before.size);
  const [id = ""] = [...answers.keys()].filter((each) => !before.has(each));
  return { id, call };
}

test.serial("transit.pendingRequests has each call that waits for its answer", async (t) => {
  t.is(pendingCall(one, "nobody's"), undefined);
  t.deepEqual([...askedNodes(one)], []);
  const { id, call } = await begin({ isRepeatable: true });
  t.like(pendingCall(one, id), { id, nodeId: "two", action: "slow.ask", options: { isRepeatable: true } });
  t.deepEqual([...askedNodes(one)], ["two"]);
  answers.get(id)?.();
  t.is(await call, `answer of ${id}`);
  t.is(pendingCall(one, id), undefined);
  t.deepEqual([...askedNodes(one)], []);
});

test.serial("transit.removePendingRequest() forgets a call, which its reject() ends", async (t) => {
  const { id, call } = await begin();
  const pending = pendingCall(one, id);
  forgetCall(one, id);
  t.is(pendingCall(one, id), undefined);
  pending?.reject(Object.assign(new Error("over"), { name: "OverError" }));
  t.is(await call, "OverError");
});

test.serial("registry.nodes.disconnected() rejects a node's calls, except those that are kept", async (t) => {
  const kept = await begin({ isRepeatable: false });
  const lost = await begin({ isRepeatable: true });
  disconnectNode(one, "two", ({ options }) => !(options as { isRepeatable: boolean }).isRepeatable);
  t.is(await lost.call, "RequestRejectedError");
  t.is(pendingCall(one, lost.id), undefined);
  t.is(pendingCall(one, kept.id)?.nodeId, "two");
  t.false(knownNode(one, "two")?.available);
  answers.get(kept.id)?.();
  t.is(await kept.call, `answer of ${kept.id}`);
});
