import { type Contract, withoutUnknown } from "../../contracts/contract.js";
import type { Host } from "../../runtime/process/host.js";
import { readParams } from "../../runtime/actions/read-params.js";
import { schemaOf, type Tool } from "./tool.js";
import { TOOLS } from "./tools.js";

const OURS: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));
const made = new WeakMap<Contract, Tool | null>();
let kept: { of: readonly Contract[]; tools: readonly Tool[] } | null = null;

/** Returns every tool of this process: Kiln's own, then those of plugins' services (ADR-0065). */
export function toolsOf({ contracts }: Pick<Host, "contracts">): readonly Tool[] {
  const of = contracts.plugins;
  if (of.length === 0) return TOOLS;
  if (kept?.of !== of) kept = { of, tools: [...TOOLS, ...of.flatMap((each) => pluginTool(each) ?? [])] };
  return kept.tools;
}

/** Returns a tool's name from its contract's: `links.createLink` becomes `links_create_link`. */
const nameOf = (contract: Contract): string =>
  contract.name.replace(".", "_").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns the tool that is made from a contract; null for a contract without a tool, and for a name that one
 * of Kiln's own tools has.
 */
function pluginTool(contract: Contract): Tool | null {
  const known = made.get(contract);
  if (known !== undefined) return known;
  const tool = toolFrom(contract);
  made.set(contract, tool);
  return tool;
}

function toolFrom(contract: Contract): Tool | null {
  const { tool: hints, scope, rest, effect, description } = contract;
  const name = nameOf(contract);
  if (hints === undefined || scope === null || OURS.has(name)) return null;
  const { title, openWorld = false, destructive = rest?.method === "DELETE" } = hints;
  const { idempotent = rest?.method !== "POST" && rest?.method !== "PATCH" } = hints;
  const readOnly = effect === "read";
  const strict = withoutUnknown(contract.params);
  const listing: Tool["listing"] = {
    name,
    title,
    description,
    inputSchema: { ...schemaOf(contract.params, "input"), additionalProperties: false },
    outputSchema: schemaOf(contract.result, "output"),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: !readOnly && destructive,
      idempotentHint: readOnly || idempotent,
      openWorldHint: openWorld,
    },
  };
  return {
    name,
    scope,
    contract,
    input: strict,
    listing,
    listingWithoutBuying: listing,
    async run(call, args) {
      // The action itself parses the arguments: they are only checked here, not replaced by their parsed
      // form.
      readParams(strict, args);
      return (await call.call(contract, args)) as object;
    },
  };
}
