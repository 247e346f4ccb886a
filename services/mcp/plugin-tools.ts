import { type Contract, withoutUnknown } from "../../contracts/contract.js";
import type { Host } from "../../runtime/process/host.js";
import { readParams } from "../../runtime/actions/read-params.js";
import { schemaOf, type Tool } from "./tool.js";
import { TOOLS } from "./tools.js";

const OURS: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));
const made = new WeakMap<Contract, Tool | null>();
let kept: { of: readonly Contract[]; tools: readonly Tool[] } | null = null;

/** Every tool of this process: ours, then those of the services that plugins bring (ADR-0065). */
export function toolsOf({ contracts }: Pick<Host, "contracts">): readonly Tool[] {
  const of = contracts.plugins;
  if (of.length === 0) return TOOLS;
  if (kept?.of !== of) kept = { of, tools: [...TOOLS, ...of.flatMap((each) => pluginTool(each) ?? [])] };
  return kept.tools;
}

/** `links.createLink` is `links_create_link`. */
const nameOf = (contract: Contract): string =>
  contract.name.replace(".", "_").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The tool that a contract becomes; null for one without, and for a name that one of ours has: that stays what it is. */
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
    listing,
    listingWithoutBuying: listing,
    async run(call, args) {
      // the action itself reads what was sent: what it makes of it is not read a second time
      readParams(strict, args);
      return (await call.call(contract, args)) as object;
    },
  };
}
