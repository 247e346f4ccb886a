import { isUuid } from "../../../contracts/ids.js";
import { resolveMedia } from "../../../contracts/storage.js";
import type { NodeMaterial, NodeValue } from "../../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { findEqualNodes } from "../run-node.repository.js";

/** How many earlier results are looked at whose media may have been deleted. */
const LOOKED_AT = 5;

/**
 * The outputs of the newest equal node of the same payer whose media still exist. Null when there is none, and when the
 * caller cannot read what goes in or came out: what a node would refuse is never answered from an earlier one.
 */
export async function findEarlier(
  host: Pick<Host, "read">,
  context: ActionContext,
  payerId: string,
  contentHash: string,
  material: Pick<NodeMaterial, "inputs" | "settings">,
): Promise<Record<string, NodeValue> | null> {
  const earlier = await findEqualNodes(host.read, { payerId, contentHash, limit: LOOKED_AT });
  if (earlier.length === 0) return null;
  const given = [...Object.values(material.inputs).flatMap(idsOf), ...idsIn(material.settings)];
  const made = earlier.map(({ outputs }) => idsOf(Object.values(outputs ?? {})));
  const storageIds = [...new Set([given, ...made].flat())];
  const { objects } =
    storageIds.length === 0 ? { objects: [] } : await context.call(resolveMedia, { storageIds });
  const readable = new Set(objects.map(({ storageId }) => storageId));
  if (!given.every((id) => readable.has(id))) return null;
  const found = made.findIndex((ids) => ids.every((id) => readable.has(id)));
  return earlier[found]?.outputs ?? null;
}

const idsOf = (values: readonly NodeValue[]): string[] =>
  values.flatMap((value) => (value.type === "text" ? [] : value.storageId.toLowerCase()));

/** Whatever may name a file among a node's settings. */
const idsIn = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.values(settings)
    .flat()
    .flatMap((value) => (isUuid(value) ? value.toLowerCase() : []));
