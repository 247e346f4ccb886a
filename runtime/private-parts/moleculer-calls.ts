import type { ServiceBroker } from "moleculer";

/** A call to another node whose answer has not come yet. */
export interface PendingCall {
  id: string;
  nodeId: string;
  action: string;
  /** The options that the caller gave. */
  options: object;
  reject(error: Error): void;
}

type Transit = NonNullable<ServiceBroker["transit"]>;
type Entry = Transit["pendingRequests"] extends Map<string, infer Request> ? Request : never;

/** The broker's types declare the action as a string; it is an object with a name. */
const toCall = (id: string, { nodeID, action, ctx, reject }: Entry): PendingCall => ({
  id,
  nodeId: nodeID,
  action: (action as { name?: string } | undefined)?.name ?? "an action",
  options: ctx.options,
  reject,
});

/** Returns the call with this id that waits for its answer. */
export function pendingCall(broker: ServiceBroker, id: string): PendingCall | undefined {
  const entry = broker.transit?.pendingRequests.get(id);
  return entry && toCall(id, entry);
}

/** Returns the ids of the nodes whose answers are waited for. */
export const askedNodes = (broker: ServiceBroker): Set<string> =>
  new Set(Array.from(broker.transit?.pendingRequests.values() ?? [], ({ nodeID }) => nodeID));

/** Forgets a call: its answer is dropped when it comes, and the broker no longer waits for it when it stops. */
export function forgetCall(broker: ServiceBroker, id: string): void {
  broker.transit?.removePendingRequest(id);
}

/**
 * Marks a node as gone, so that it is not called until it announces itself again. The broker rejects the calls
 * that wait for the node's answers, except those for which `keeps` returns true: they go on waiting.
 */
export function disconnectNode(
  broker: ServiceBroker,
  nodeId: string,
  keeps: (call: PendingCall) => boolean,
): void {
  const pending: Transit["pendingRequests"] = broker.transit?.pendingRequests ?? new Map<string, never>();
  const kept = [...pending].filter(([id, entry]) => entry.nodeID === nodeId && keeps(toCall(id, entry)));
  for (const [id] of kept) pending.delete(id);
  broker.registry.nodes.disconnected(nodeId, true);
  for (const [id, entry] of kept) pending.set(id, entry);
}
