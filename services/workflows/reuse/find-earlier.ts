import { isUuid } from "../../../contracts/ids.js";
import { resolveMedia } from "../../../contracts/storage.js";
import type { NodeMaterial } from "../../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { findEqualNodes } from "../run-node.repository.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

/** The number of earlier results that are tried, since the media of some may have been deleted. */
const LOOKED_AT = 5;

/**
 * Returns the outputs of the payer's newest equal node whose media still exist. Returns null when there is none,
 * and when the caller cannot read the media that go in or came out, so that reuse never answers what the node
 * itself would refuse.
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

/** Returns the ids in a node's settings that may name files. */
const idsIn = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.values(settings)
    .flat()
    .flatMap((value) => (isUuid(value) ? value.toLowerCase() : []));
