import type { Context, Middleware } from "moleculer";
import type { Gauges } from "../process/gauges.js";

type Handler = (context: Context) => Promise<unknown>;

/** Measures how long calls to other nodes take, by action and outcome. */
export function timeCalls(gauges: Gauges): Middleware {
  const note = gauges.durations({
    name: "kiln_node_call_seconds",
    help: "Duration of calls to other nodes, by action and outcome.",
    labels: ["action", "outcome"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
  });
  return {
    name: "TimeCalls",
    remoteAction: (next: Handler, action: { name: string }) => (context: Context) => {
      const begun = performance.now();
      const end = (outcome: string) =>
        note({ action: action.name, outcome }, (performance.now() - begun) / 1000);
      const answer = next(context);
      answer.then(
        () => end("answered"),
        (error: Error) => end(error.name === "ServiceError" ? "refused" : error.name),
      );
      return answer;
    },
  } as never;
}
