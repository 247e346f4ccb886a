import { randomUUID } from "node:crypto";
import test from "ava";
import { rankNodes } from "../../../services/delivery/elsewhere/rank-nodes.js";

const urls = (count: number) => Array.from({ length: count }, (_, at) => `http://10.0.0.${at}:3000`);
const holders = (nodes: readonly string[], projectId: string, replicas = 2) =>
  rankNodes(nodes, { projectId, replicas, turn: 0 }).slice(0, replicas);

test("every gateway finds the same nodes for a project, and its holders take turns (rules/running 20)", (t) => {
  const nodes = urls(5);
  const projectId = randomUUID();
  const both = holders(nodes, projectId);
  t.deepEqual(holders(nodes.toReversed(), projectId), both);
  for (let turn = 0; turn < 4; turn++) {
    const ranked = rankNodes(nodes, { projectId, replicas: 2, turn });
    t.is(ranked[0], both[turn % 2]);
    t.deepEqual(ranked.toSorted(), nodes);
  }
  t.deepEqual(rankNodes([], { projectId, replicas: 2, turn: 3 }), []);
});

test("projects lie evenly, and a node that comes or goes moves its own share alone (rules/running 20)", (t) => {
  const projects = Array.from({ length: 2000 }, () => randomUUID());
  const count = new Map<string, number>();
  let moved = 0;
  for (const projectId of projects) {
    const before = holders(urls(4), projectId);
    const after = holders(urls(5), projectId);
    for (const url of before) count.set(url, (count.get(url) ?? 0) + 1);
    const gone = before.filter((url) => !after.includes(url));
    moved += gone.length;
    t.true(gone.length <= 1 && after.length === 2);
    if (gone.length === 1) t.true(after.includes("http://10.0.0.4:3000"));
  }
  // A fifth of 4,000 places moves. Before, each node had a quarter of them.
  t.true(moved > 600 && moved < 1000, String(moved));
  for (const held of count.values()) t.true(held > 850 && held < 1150, String(held));
});
