import { getDocument } from "../../../contracts/content-documents.js";
import { getSettings } from "../../../contracts/content-settings.js";
import { createEstimate } from "../../../contracts/generation.js";
import { CREDITS_PER_HOUR } from "../../../contracts/transcriptions.js";
import { estimateRun } from "../../../contracts/workflows.js";
import type { InputOf } from "../../../contracts/contract.js";
import type { Tool, ToolCall } from "../tool.js";

type Args = Readonly<Record<string, unknown>>;

/**
 * Returns the most credits that a tool's call would cost; Infinity when the cost is known only afterwards.
 * Throws what the tool itself would refuse.
 */
type Cost = (call: ToolCall, args: Args) => Promise<number>;

const withoutWait = ({ waitSeconds: _seconds, ...args }: Args): Args => args;

/** Costs of the tools that spend credits, by the tool's name. */
const COSTS: Readonly<Record<string, Cost>> = {
  async generate(call, args) {
    const request = withoutWait(args) as InputOf<typeof createEstimate>;
    return (await call.call(createEstimate, request)).estimatedCredits;
  },
  async run_application(call, args) {
    const request = withoutWait(args) as InputOf<typeof createEstimate>;
    return (await call.call(createEstimate, request)).estimatedCredits;
  },
  async run_workflow(call, args) {
    const { workflowId: id, ...request } = withoutWait(args);
    const { estimatedCredits, nodes } = await call.call(estimateRun, { ...request, id } as InputOf<
      typeof estimateRun
    >);
    // A node without a price now may have one by the time it runs.
    const isKnown = nodes.every((node) => node.exact && node.estimatedCredits !== null);
    return isKnown ? estimatedCredits : Infinity;
  },
  async transcribe(_call, { durationSeconds }) {
    return Math.max(1, Math.ceil((Number(durationSeconds) * CREDITS_PER_HOUR) / 3600));
  },
  async resume_workflow_run() {
    return Infinity;
  },
  /** A publish may start paid translations, and an agent may switch those on itself. */
  async publish_content_document(call, { documentId }) {
    const { document } = await call.call(getDocument, { id: String(documentId) });
    const { settings } = await call.call(getSettings, { projectId: document.projectId });
    return settings.translation.autoTranslateOnPublish ? Infinity : 0;
  },
  async translate_content_document() {
    return Infinity;
  },
};

/** Returns true for a plugin's tool, which cannot tell beforehand what it costs. */
const isPlugins = ({ contract }: Spender): boolean => contract.tool !== undefined;

type Spender = Pick<Tool, "name" | "contract">;

export const spends = (tool: Spender): boolean =>
  isPlugins(tool) ? tool.contract.spends === true : Object.hasOwn(COSTS, tool.name);

export function costOf(tool: Spender, call: ToolCall, args: Args): Promise<number> {
  if (isPlugins(tool)) return Promise.resolve(tool.contract.spends === true ? Infinity : 0);
  return COSTS[tool.name]?.(call, args) ?? Promise.resolve(0);
}
