import test from "ava";
import { roomBeside } from "../../../../runtime/cluster/ask-external-nodes.js";
import { KnownDescriptions } from "../../../../runtime/cluster/known-descriptions.js";
import type { KnownNode } from "../../../../runtime/private-parts/moleculer.js";

/** Descriptions of third parties' nodes that are unchanged are not read twice (ADR-0064). */
const nodeOf = (id: string): KnownNode => ({ id, local: false, available: true, lastHeartbeatTime: 1 });
const text = (say: string): Buffer => Buffer.from(JSON.stringify({ sender: "a", say }));

test("what a node said the last time is recognised, what it says anew and what it once said is not", (t) => {
  const descriptions = new KnownDescriptions();
  const [node, other] = [nodeOf("a"), nodeOf("b")];
  const arrive = (data: Buffer) => descriptions.isRepeated(data, [other, node]);
  t.false(arrive(text("one")));
  descriptions.tookIn(node);
  t.is(descriptions.bytesOf(node), text("one").length);
  t.is(descriptions.bytesOf(other), undefined);
  t.true(arrive(text("one")));
  t.false(arrive(text("two")));
  descriptions.tookIn(node);
  t.true(arrive(text("two")));
  t.false(arrive(text("one")));
});

test("a node that went and says the same again is read, and so is what was not taken in", (t) => {
  const descriptions = new KnownDescriptions();
  const node = nodeOf("a");
  descriptions.isRepeated(text("one"), [node]);
  t.false(descriptions.isRepeated(text("one"), [node]));
  descriptions.tookIn(node);
  node.available = false;
  t.false(descriptions.isRepeated(text("one"), [node]));
  node.available = true;
  t.true(descriptions.isRepeated(text("one"), [node]));
  t.false(descriptions.isRepeated(text("one"), []));
});

test("gateways share what they ask for, and each asks for 128 KB at least", (t) => {
  t.is(roomBeside(0), 1024 * 1024);
  t.is(roomBeside(1), 512 * 1024);
  t.is(roomBeside(39), 128 * 1024);
});
