import type { ExecutionContext } from "ava";

const LISTS = ["tools", "resources", "prompts"];

/**
 * Asserts that a server of agent tools announces no message that it cannot send: it keeps no connection, so it cannot tell
 * clients of a changed list or resource.
 */
export function assertNoPromisedChanges(
  t: ExecutionContext,
  capabilities: Readonly<Record<string, object>>,
): void {
  for (const list of LISTS) {
    const promised = { listChanged: false, subscribe: false, ...capabilities[list] };
    t.like(promised, { listChanged: false, subscribe: false }, list);
    t.truthy(capabilities[list], list);
  }
}
