import { findModel } from "../../../contracts/catalog.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { listTemplates as contract } from "../../../contracts/workflow-templates.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { transcriberFor } from "../../transcriptions/index.js";
import { inputNodesOf } from "../describe-workflow.js";
import { TEMPLATES } from "./index.js";
import type { Template } from "./template.js";

/** Returns the templates, and what this deployment lacks for each. */
export async function listTemplates(
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
  context: ActionContext,
): Promise<ResultOf<typeof contract>> {
  const known = new Map<string, boolean>();
  const isThere = async (id: string): Promise<boolean> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const { model } = await context.call(findModel, { id });
    known.set(id, model?.enabled === true);
    return model?.enabled === true;
  };
  const templates = [];
  for (const { id, name, description, graph, needs } of TEMPLATES) {
    const missing: string[] = needs.filter((need) => !hasNeed(host, need)).map((need) => NEEDS[need]);
    for (const model of modelsOf(graph)) if (!(await isThere(model))) missing.push(`the model ${model}`);
    templates.push({
      id,
      name,
      description,
      ready: missing.length === 0,
      missing,
      nodeCount: graph.nodes.length,
      inputNodes: inputNodesOf(host, graph),
      graph: graph as unknown as ResultOf<typeof contract>["templates"][number]["graph"],
    });
  }
  return { templates, total: templates.length };
}

const NEEDS = { textModel: "a text model", transcriber: "a provider that transcribes" } as const;

const hasNeed = (
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
  need: keyof typeof NEEDS,
): boolean =>
  need === "textModel" ? host.plugins.all("textModel").length > 0 : transcriberFor(host, null) !== null;

const modelsOf = ({ nodes }: Template["graph"]): string[] => {
  const ids = nodes.flatMap(({ data }) => (data as { model?: unknown } | undefined)?.model ?? []);
  return [...new Set(ids.filter((id): id is string => typeof id === "string"))];
};

/** Returns a template by its id. Throws `invalid_params` that lists the known ids. */
export function requireTemplate(id: string): Template {
  const template = TEMPLATES.find((each) => each.id === id);
  if (template !== undefined) return template;
  throw invalidParams(
    `templateId: there is no template "${id}"; there are ${TEMPLATES.map((each) => each.id).join(", ")}.`,
  );
}
