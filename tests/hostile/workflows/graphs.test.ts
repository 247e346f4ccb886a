import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";
import { type GraphNode, graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

// The graphs of these tests are made to do harm. Each is below 1 MB and costs nothing.

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
});
test.after.always(() => hostile?.close());

/** Least duration of an attack, in which the witness makes each of its calls at least once. */
const LEAST_MS = 3000;
const during = (attack: () => Promise<void>) =>
  hostile.witness.during(async () => {
    await Promise.all([attack(), sleep(LEAST_MS)]);
  });

type Run = { status: string; nodeResults: Record<string, { status: string; detail?: string }> };
const many = (count: number, nodeOf: (at: number) => GraphNode): GraphNode[] =>
  Array.from({ length: count }, (_, at) => nodeOf(at));
const detailsOf = (run: Run): Set<string> =>
  new Set(Object.values(run.nodeResults).flatMap(({ detail }) => detail ?? []));
const oneText = (nodes: readonly GraphNode[], text: string) =>
  graphOf(
    [promptNode("p", text), ...nodes],
    nodes.map(({ id }) => `p>${id}`),
  );

test.serial(
  "a long text that goes on to 1,000 nodes is not kept 1,000 times (rules/running 23)",
  async (t) => {
    const nodes = many(1000, (at) => ({ id: `o${at}`, type: "output" }));
    const id = await makeWorkflow(mallory.api, oneText(nodes, "x".repeat(900_000)));
    const met = await during(async () => {
      const run: Run = await runToEnd(mallory.api, id);
      t.is(run.status, "error");
      t.regex([...detailsOf(run)].join(), /together longer than 8 MB/);
      const complete = Object.values(run.nodeResults).filter(({ status }) => status === "complete");
      t.true(complete.length > 1 && complete.length < 12, String(complete.length));
      t.is((await mallory.api.get(`/v1/workflows/${id}/runs`)).status, 200);
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "texts that grow tenfold from node to node end at 1 MB, in runs and in estimates (rules/running 23)",
  async (t) => {
    const joins = many(12, (at) => ({ id: `j${at}`, type: "textJoin", data: { separator: "" } }));
    const arrows = joins.flatMap(({ id }, at) => Array(10).fill(`${at === 0 ? "p" : `j${at - 1}`}>${id}`));
    const paid = { id: "i", type: "generateImage", data: { model: "mock-image" } };
    const graph = graphOf([promptNode("p", "x".repeat(1000)), ...joins, paid], [...arrows, "j11>i"]);
    const id = await makeWorkflow(mallory.api, graph);
    const met = await during(async () => {
      const estimate = await mallory.api.post(`/v1/workflows/${id}/estimate`);
      t.is(estimate.status, 200, JSON.stringify(estimate.body));
      const run: Run = await runToEnd(mallory.api, id);
      t.deepEqual([...detailsOf(run)], ['The output "text" is longer than 1 MB.']);
      t.is(run.nodeResults.j2?.status, "complete");
      t.is(run.nodeResults.j3?.status, "error");
      t.is(run.nodeResults.i?.status, "skipped");
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "4,000 edges of a long text into one node are refused before they are put together (rules/running 23)",
  async (t) => {
    const graph = graphOf(
      [promptNode("p", "x".repeat(500_000)), { id: "j", type: "textJoin" }],
      Array(4000).fill("p>j"),
    );
    const id = await makeWorkflow(mallory.api, graph);
    const met = await during(async () => {
      const run: Run = await runToEnd(mallory.api, id);
      t.deepEqual([...detailsOf(run)], ["The texts that come in are together longer than 16 MB."]);
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "1,000 splitters of 450,000 lines take turns with everybody else (rules/running 24)",
  async (t) => {
    const nodes = many(1000, (at) => ({ id: `s${at}`, type: "textSplitter" }));
    const id = await makeWorkflow(mallory.api, oneText(nodes, `a${"\n".repeat(450_000)}b`));
    const met = await during(async () => {
      const run: Run = await runToEnd(mallory.api, id);
      t.is(run.status, "complete", [...detailsOf(run)].join());
    });
    assertUnhurt(t, met);
  },
);

test.serial("a cycle of 1,000 nodes with long names says so shortly (rules/workflows 17)", async (t) => {
  const nodes = many(1000, (at) => ({
    id: at === 1 ? "y".repeat(300_000) : `n${at}`,
    type: "textJoin",
  }));
  const arrows = nodes.map(({ id }, at) => `${id}>${nodes[(at + 1) % nodes.length]?.id ?? ""}`);
  const id = await makeWorkflow(mallory.api, graphOf(nodes, arrows));
  const met = await during(async () => {
    const run: Run = await runToEnd(mallory.api, id);
    const [detail = "", ...others] = detailsOf(run);
    t.regex(detail, /part of a cycle: n0, y{100}…, n2/);
    t.deepEqual(others, []);
  });
  assertUnhurt(t, met);
});

test.serial(
  "a chain of 2,000 nodes, and 12 times 12 branches, run beside everybody else (rules/running 24)",
  async (t) => {
    const chain = many(2000, (at) => (at === 0 ? promptNode("n0", "x") : { id: `n${at}`, type: "textJoin" }));
    const arrows = chain.slice(1).map(({ id }, at) => `n${at}>${id}`);
    const line = many(12, (at) => promptNode("", `w${at}`))
      .map((_, at) => `w${at}`)
      .join("|");
    const splitters = many(12, (at) => ({ id: `s${at}`, type: "textSplitter", data: { separator: "|" } }));
    const leaves = splitters.flatMap(({ id }) => many(12, (at) => ({ id: `${id}-${at}`, type: "output" })));
    const fan = graphOf(
      [
        promptNode("p", Array(12).fill(line).join("\n")),
        { id: "s", type: "textSplitter" },
        ...splitters,
        ...leaves,
      ],
      [
        "p>s",
        ...splitters.map(({ id }) => `s>${id}`),
        ...leaves.map(({ id }) => `${id.split("-")[0]}>${id}`),
      ],
    );
    const ids = [
      await makeWorkflow(mallory.api, graphOf(chain, arrows)),
      ...(await Promise.all(Array.from({ length: 4 }, () => makeWorkflow(mallory.api, fan)))),
    ];
    const met = await during(async () => {
      for (const run of await Promise.all(ids.map((id) => runToEnd(mallory.api, id))))
        t.is(run.status, "complete");
    });
    assertUnhurt(t, met);
  },
);

test.serial("inputs of a run are under 1 MB, and 9,000 nodes are refused (rules/workflows 1)", async (t) => {
  const id = await makeWorkflow(mallory.api, graphOf([promptNode("p", "x")]));
  const wide = await makeWorkflow(mallory.api, graphOf(many(9000, (at) => promptNode(`n${at}`, "x"))));
  const met = await during(async () => {
    const inputs = { p: { text: "x".repeat(8 * 2 ** 20) } };
    for (const [path, body] of [
      [`${id}/execute`, { inputs }],
      [`${id}/estimate`, { inputs }],
      [`${id}/triggers`, { inputs, inbound: {}, dailyCredits: 0 }],
    ] as const) {
      const refused = await mallory.api.post(`/v1/workflows/${path}`, body);
      t.is(refused.status, 400);
      t.is(refused.body.error.message, "inputs must be under 1 MB as JSON.");
    }
    const refused = await mallory.api.post(`/v1/workflows/${wide}/execute`);
    t.is(refused.status, 400);
  });
  assertUnhurt(t, met);
});

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
