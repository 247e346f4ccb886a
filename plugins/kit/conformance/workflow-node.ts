import { workflowNodeProblem } from "../../../runtime/plugins/check-workflow-node.js";
import type {
  ApplicationInputs,
  NodeContext,
  NodeInputs,
  NodeSetting,
  WorkflowNode,
} from "../workflow-node.js";
import { must } from "./check-bytes.js";
import { type ConformanceReport, fromRun } from "./report.js";
import type { NodeValue, PortType } from "../node-value.js";

const STORED = "00000000-0000-4000-8000-000000000001";

/** A text of two lines, of which the first is an id, for nodes that need either. */
const SAMPLE_TEXT = `${STORED}\nand another line`;

/**
 * The conformance suite of the extension point `workflowNode`: whether a node type keeps what
 * `plugins/kit/workflow-node.ts` says. Its steps get made-up results, and nothing is paid.
 */
export async function checkWorkflowNode(node: WorkflowNode): Promise<ConformanceReport> {
  return [
    await fromRun("its declaration is sound", async () => {
      const problem = workflowNodeProblem(node);
      must(problem === null, problem ?? "");
      return `${node.type}, version ${node.version}`;
    }),
    await fromRun("gives values of the ports that it declares", () => gives(node)),
    await fromRun("asks for the same steps when it begins again", () => beginsAgain(node)),
    await fromRun("says what it is going to pay for", () => saysCosts(node)),
    await fromRun("asks for no steps where it is pure", () => isPure(node)),
  ];
}

interface Played {
  outputs: Readonly<Record<string, NodeValue | undefined>>;
  /** The steps that the node asked for, in their order. */
  steps: unknown[];
  paid: unknown[];
  /**
   * The values of `unpriced` that the node's steps require: `always` for a translation, `onPublish` for a
   * publish.
   */
  unpriced: Set<string>;
}

async function play(node: WorkflowNode): Promise<Played> {
  const steps: unknown[] = [];
  const paid: unknown[] = [];
  const unpriced = new Set<string>();
  const context: NodeContext = {
    ...material(node),
    idempotencyKey: "conformance",
    signal: new AbortController().signal,
    progress(share) {
      must(
        typeof share === "number" && share >= 0 && share <= 1,
        "it tells a progress that is not from 0 to 1",
      );
    },
    async generate(request) {
      steps.push({ generation: request });
      paid.push({ generation: request });
      const { kind } = request.params;
      const type = kind === "video" || kind === "audio" ? kind : "image";
      return [{ type, storageId: STORED }];
    },
    async transcribe(request) {
      steps.push({ transcription: request });
      paid.push({ transcription: request });
      return { text: "A text.", language: "en", subtitles: "1\n00:00:00,000 --> 00:00:01,000\nA text.\n" };
    },
    async text(request) {
      steps.push({ text: request });
      paid.push({ text: request });
      return "A text.";
    },
    async store({ contentType, body }) {
      must(body instanceof Uint8Array && body.length > 0, "it stores a file without bytes");
      steps.push({ store: contentType });
      const type = contentType.split("/")[0];
      return { type: type === "video" || type === "audio" ? type : "image", storageId: STORED };
    },
    content: {
      find: async () => ({ documents: [{ _id: STORED, _type: "article", _version: 1 }], total: 1 }),
      change: async (change) => steps.push({ change }),
      async translate(order) {
        unpriced.add("always");
        return steps.push({ order });
      },
      async publish(documentId, baseVersion) {
        unpriced.add("onPublish");
        return steps.push({ documentId, baseVersion });
      },
    },
    async step(work) {
      const result = await work();
      steps.push("step");
      return result;
    },
    media: async () => ({ contentType: `${firstOutput(node)}/x-sample`, url: "https://example.com/sample" }),
  };
  return { outputs: await node.run(context), steps, paid, unpriced };
}

const firstOutput = ({ outputs }: WorkflowNode): PortType => Object.values(outputs)[0]?.types[0] ?? "text";

/** Returns a value for each input and setting. */
function material({ inputs, settings }: WorkflowNode) {
  const values: NodeInputs = Object.fromEntries(
    Object.entries(inputs).map(([port, { types }]) => [
      port,
      types[0] === undefined ? [] : [sampleOf(types[0])],
    ]),
  );
  return {
    inputs: values,
    settings: Object.fromEntries(
      Object.entries(settings).map(([field, setting]) => [field, sampleSetting(setting)]),
    ),
    findModel: async () => null,
    composeApplication: async (id: string, params: ApplicationInputs) => ({ model: id, params }),
  };
}

const sampleOf = (type: PortType): NodeValue =>
  type === "text" ? { type, text: SAMPLE_TEXT } : { type, storageId: STORED };

function sampleSetting({ type, default: usual, values, min }: NodeSetting): unknown {
  if (usual !== undefined) return usual;
  if (type === "number") return min ?? 1;
  if (type === "boolean") return true;
  return type === "strings" ? [STORED] : (values?.[0] ?? STORED);
}

async function gives(node: WorkflowNode): Promise<string> {
  const { outputs } = await play(node);
  const given = Object.entries(outputs).filter(([, value]) => value !== undefined);
  must(given.length > 0, "it gave no value");
  for (const [name, value] of given) {
    const declared = node.outputs[name] ?? node.outputs[name.replace(/-\d+$/, "")];
    if (declared === undefined) throw new Error(`the output ${name} is not declared`);
    must(value !== undefined && declared.types.includes(value.type), `the output ${name} is of another type`);
  }
  return given.map(([name]) => name).join(", ");
}

async function beginsAgain(node: WorkflowNode): Promise<string> {
  const [first, second] = [await play(node), await play(node)];
  must(
    JSON.stringify(first.steps) === JSON.stringify(second.steps),
    "it asked for other steps the second time: what varies belongs into ctx.step",
  );
  return `${first.steps.length} steps`;
}

async function saysCosts(node: WorkflowNode): Promise<string> {
  const { paid, unpriced } = await play(node);
  if (unpriced.has("always")) must(node.unpriced === "always", 'it translates and is not unpriced "always"');
  else if (unpriced.size > 0)
    must(node.unpriced !== undefined, 'it publishes and is not unpriced "onPublish" or "always"');
  if (node.costs === undefined) {
    must(paid.length === 0, "it pays for steps and has no costs()");
    return "it pays for nothing";
  }
  const said = await node.costs(material(node));
  must(JSON.stringify(said) === JSON.stringify(paid), "costs() names other requests than run asks for");
  return `${said.length} requests`;
}

async function isPure(node: WorkflowNode): Promise<string> {
  if (node.isPure !== true) return "it is not";
  const { steps } = await play(node);
  must(steps.length === 0, "it is declared pure and asks for steps");
  return "none";
}
