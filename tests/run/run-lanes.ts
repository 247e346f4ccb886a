import { LANES, type Step } from "./plan.js";

/**
 * Runs the lanes of a pair side by side, and the next pair when both have ended. A lane of the first pair that is over takes the steps that
 * are for either. The first step that throws ends both lanes: no other one begins.
 */
export async function runLanes(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  let isOver = false;
  const either = steps.filter(({ lane }) => lane === "either");
  const follow = async (own: readonly Step[]): Promise<void> => {
    const left = [...own];
    const next = () => left.shift() ?? either.shift();
    for (let step = next(); step !== undefined && !isOver; step = next()) {
      try {
        await run(step);
      } catch (thrown) {
        isOver = true;
        throw thrown;
      }
    }
  };
  for (const pair of LANES)
    await Promise.all(pair.map((lane) => follow(steps.filter((each) => each.lane === lane))));
}
