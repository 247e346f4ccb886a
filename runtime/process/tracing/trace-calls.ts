import type { Context, Middleware } from "moleculer";
import { currentTrace, traced } from "./tracer.js";

/** The header of a call between nodes that names the span to which the call belongs. */
const PARENT = "kilnTrace";

type Call = Context & { headers: Record<string, unknown> };
type Handler = (context: Call) => Promise<unknown>;

/**
 * Returns a middleware that makes each call a span on the node that answers it and, if that is another node,
 * also on the calling node, so that the trace crosses NATS.
 */
export function traceCalls(): Middleware {
  const middleware = {
    name: "TraceCalls",
    remoteAction: (next: Handler, action: { name: string }) => (call: Call) =>
      traced(
        `call ${action.name}`,
        { kind: "client", attributes: { "rpc.system": "moleculer", "rpc.node": call.nodeID ?? "" } },
        () => {
          const parent = currentTrace();
          if (parent !== null) call.headers = { ...call.headers, [PARENT]: parent };
          return next(call);
        },
      ),
    localAction: (next: Handler, action: { name: string }) => (call: Call) => {
      const parent = call.headers[PARENT];
      const attributes = { "rpc.system": "moleculer", "rpc.method": action.name };
      return traced(
        action.name,
        typeof parent === "string" ? { kind: "server", parent, attributes } : { attributes },
        () => next(call),
      );
    },
  };
  return middleware as never;
}
