import { LANES, type Lane, type Step } from "./plan.js";

/**
 * Runs the lanes of a pair side by side, and the next pair when both have ended. After a step has thrown, no other step begins.
 */
export async function runLanes(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  let isOver = false;
  const follow = async (lane: Lane): Promise<void> => {
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
  for (const pair of LANES) await Promise.all(pair.map(follow));
}
