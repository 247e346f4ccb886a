import type { Step } from "./plan.js";

/** Runs both lanes side by side, and afterwards, one by one, what runs alone. The first step that throws ends both lanes: no other one begins. */
export async function runLanes(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  let isOver = false;
  const follow = async (lane: Step["lane"]): Promise<void> => {
    for (const step of steps.filter((each) => each.lane === lane)) {
      if (isOver) return;
      try {
        await run(step);
      } catch (thrown) {
        isOver = true;
        throw thrown;
      }
    }
  };
  await Promise.all([follow("first"), follow("second")]);
  await follow("alone");
}
