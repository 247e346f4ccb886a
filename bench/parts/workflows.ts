import { readFile } from "node:fs/promises";
import { BUILT_IN_PLUGINS } from "../../built-in-plugins.js";
import type { WorkflowNode } from "../../plugins/kit/workflow-node.js";
import { readDefinition } from "../../runtime/plugins/read-plugin.js";
import { planGraph } from "../../services/workflows/graph/plan-graph.js";
import { type Caller, makeCaller, send } from "../caller.js";
import type { Figure } from "../figure.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const NODES = 500;
const BRANCHES = 12;
const SLOW = "[slow=3] a kiln";
/** Duration of a tick of the kernel's processor times. */
const TICK_MS = 10;

const node = (id: string, type: string, data: object = {}) => ({ id, type, x: 0, y: 0, data });

/** Makes a graph of texts in layers of ten, in which each node takes the text of the one above it. */
function layers(count: number) {
  const nodes = Array.from({ length: count }, (_, at) =>
    at < 10 ? node(`n${at}`, "prompt", { text: `text ${at}` }) : node(`n${at}`, "textSplitter"),
  );
  const edges = nodes.slice(10).map(({ id }, at) => ({
    id: `e${at}`,
    source: `n${at}`,
    target: id,
    sourceHandle: null,
    targetHandle: null,
  }));
  return { nodes, edges };
}

const branches = (count: number) => ({
  nodes: Array.from({ length: count }, (_, at) =>
    node(`i${at}`, "generateImage", { model: "mock-image", prompt: SLOW }),
  ),
  edges: [],
});

/** Returns the median of several plannings, which are synchronous. */
function planning(): Figure {
  const types = new Map<string, WorkflowNode>();
  for (const plugin of BUILT_IN_PLUGINS) {
    const { workflowNode: given } = readDefinition(plugin).provides;
    if (given !== undefined && typeof given !== "function")
      for (const each of [given].flat()) types.set(each.type, each);
  }
  const graph = layers(NODES);
  const times = Array.from({ length: 20 }, () => {
    const from = performance.now();
    planGraph(graph, ({ type }) => types.get(type) ?? null);
    return performance.now() - from;
  }).toSorted((a, b) => a - b);
  return {
    name: `Planning a graph of ${NODES} nodes`,
    value: times[10] ?? 0,
    unit: "ms",
    target: { below: 50 },
    note: `the first one, without compiled code: ${times.at(-1)?.toFixed(1) ?? ""} ms at most`,
  };
}

async function runOf(caller: Caller, graph: object): Promise<number> {
  const { workflow } = await send(caller, "/v1/workflows", { graph });
  const { id } = workflow as { id: string };
  const from = performance.now();
  const { run } = await send(caller, `/v1/workflows/${id}/execute`, { wait: true });
  if ((run as { status: string }).status !== "complete") throw new Error(JSON.stringify(run).slice(0, 2000));
  return performance.now() - from;
}

/** Returns the processor time of a process so far. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function measure(name: string, env: Readonly<Record<string, string>>): Promise<Figure[]> {
  const kiln = await startKilnProcess(env);
  try {
    const caller = await makeCaller(kiln.url);
    await runOf(caller, layers(NODES));
    const before = await processorMs(kiln.pid);
    const rounds = 3;
    for (let round = 0; round < rounds; round += 1) await runOf(caller, layers(NODES));
    const used = (await processorMs(kiln.pid)) - before;
    const one = await runOf(caller, branches(1));
    const all = await runOf(caller, branches(BRANCHES));
    return [
      {
        name: `Processor time a node on ${name}`,
        value: used / (rounds * NODES),
        unit: "ms",
        target: { below: 5 },
        note: `${rounds} runs of ${NODES} nodes, saved, started, planned, run, answered`,
      },
      {
        name: `${BRANCHES} slow branches beside one on ${name}`,
        value: all / one,
        unit: "ratio",
        target: { below: 1.5 },
        note: `${Math.round(all)} ms and ${Math.round(one)} ms; one after the other it would be ${BRANCHES}`,
      },
    ];
  } finally {
    await kiln.stop();
  }
}

/** Measures the cost of the workflow engine. */
export const workflows: Part = {
  name: "workflows",
  async run(leaveOut) {
    const figures = [planning(), ...(await measure("SQLite", {}))];
    const server = await findMariadb();
    if (server === null) {
      leaveOut("Workflows on MariaDB", "no MariaDB");
      return figures;
    }
    const database = await makeDatabase(server);
    try {
      figures.push(...(await measure("MariaDB", { DATABASE_URL: database.url })));
    } finally {
      await database.drop();
    }
    return figures;
  },
};
