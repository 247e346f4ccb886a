import type { Step } from "./plan.js";

/** Runs both lanes side by side, and afterwards, one by one, what runs alone. Ends at the first step that throws. */
export async function runLanes(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  const follow = async (lane: Step["lane"]): Promise<void> => {
    for (const step of steps.filter((each) => each.lane === lane)) await run(step);
  };
  await Promise.all([follow("first"), follow("second")]);
  await follow("alone");
}
